/**
 * 13 KB, loaded when somebody types a new password; the whole list has 200 KB, and half-typed passwords are not sent
 * to the server. The server may refuse what the form did not mark.
 */
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * The most common passwords that begin and end with a letter, sorted, because then they compress better. The build puts
 * them in place of this file.
 */
export const commonWords = dictionary['passwords-common']
  .filter((text) => /^[a-z].{2,}[a-z]$/.test(text))
  .slice(0, 5_000)
  .sort();
