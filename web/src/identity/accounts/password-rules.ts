/** In the exact words of docs/product.md, 5.8 and 5.14. The server decides; these are hints during typing. */
export const passwordRules = [
  { message: 'Must be at least 8 characters long.', holds: isLongEnough },
  { message: 'Must contain at least one uppercase letter.', holds: (text: string) => /[A-Z]/.test(text) },
  { message: 'Must contain at least one lowercase letter.', holds: (text: string) => /[a-z]/.test(text) },
  { message: 'Must contain at least one number.', holds: (text: string) => /[0-9]/.test(text) },
  {
    message: 'Must contain at least one special character.',
    holds: (text: string) => /[^A-Za-z0-9\s]/.test(text),
  },
] as const;

/** This rule needs a list of words, which is loaded when somebody types. */
export const commonPasswordMessage = 'Must not be a common password, also not with numbers or signs added.';

export const passwordMaxLength = 127;

export function isLongEnough(password: string) {
  return password.length >= 8;
}

export function brokenPasswordRules(password: string) {
  return passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
}
