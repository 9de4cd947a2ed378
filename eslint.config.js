// Lints of the TypeScript package and of every script beside it.
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/dist/", "target/", "bindings-*/", "tests/fixtures/", "tests/types/", "**/*.generated.ts"]),
  js.configs.recommended,
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: {
        AbortController: "readonly",
        Blob: "readonly",
        Buffer: "readonly",
        File: "readonly",
        Request: "readonly",
        URL: "readonly",
        atob: "readonly",
        TextDecoder: "readonly",
        TextEncoder: "readonly",
        WebAssembly: "readonly",
        console: "readonly",
        document: "readonly",
        fetch: "readonly",
        performance: "readonly",
        process: "readonly",
        setTimeout: "readonly",
        structuredClone: "readonly",
        clearTimeout: "readonly",
      },
    },
  },
  {
    // Parts of these run in the page.
    files: ["tests/playground/**/*.mjs"],
    languageOptions: {
      globals: {
        ClipboardEvent: "readonly",
        DataTransfer: "readonly",
        DragEvent: "readonly",
        Event: "readonly",
        File: "readonly",
        dispatchEvent: "readonly",
        getComputedStyle: "readonly",
        navigator: "readonly",
        localStorage: "readonly",
        location: "readonly",
        requestAnimationFrame: "readonly",
      },
    },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
);
