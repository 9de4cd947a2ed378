declare module "virtual:examples" {
  const examples: import("./examples.js").Example[];
  export default examples;
}
