/**
 * Light, dark, or as the system has it.
 *
 * @module
 */

const KEY = "llm-types-playground/theme";

/** Keeps the theme, and lets the select choose it. */
export function theme(select: HTMLSelectElement): void {
  const kept = stored();
  if (kept === "light" || kept === "dark") select.value = kept;
  const apply = (): void => {
    document.documentElement.dataset["theme"] = select.value;
  };
  apply();
  select.addEventListener("change", () => {
    apply();
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // A browser that keeps nothing shows it all the same.
    }
  });
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
