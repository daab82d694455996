import { createRequire } from 'node:module';
import { isCommon } from '@ringside/rules/common-password';

const load = createRequire(import.meta.url);
let listed: ReadonlySet<string> | undefined;

/** Whether a guesser would try it early. The list is loaded at the first call: it takes 19 MB, and about 80 ms. */
export function isCommonPassword(password: string): boolean {
  listed ??= loadList();
  return isCommon(password, (text) => listed?.has(text) ?? false);
}

function loadList(): ReadonlySet<string> {
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
