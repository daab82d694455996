/**
 * The oldest browsers that the client supports (README). Syntax and CSS are lowered for them; for built-ins that they lack,
 * `web/e2e/pages/older-browsers.spec.ts` takes the newer ones away. Firefox is the first with `:has()`.
 */
export const browsers = ['chrome111', 'safari16.4', 'firefox121'];
