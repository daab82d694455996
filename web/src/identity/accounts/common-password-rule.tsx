import { isCommon } from '@ringside/rules/common-password';
import { commonWords } from './common-words.ts';
import { PasswordRule } from './password-rule.tsx';
import { commonPasswordMessage, isLongEnough } from './password-rules.ts';

const words = new Set(commonWords);

/** Knows the 5,000 most common words, a tenth of the server's list, so that nothing half typed leaves the page. */
export function CommonPasswordRule({ password }: { password: string }) {
  const isMet = isLongEnough(password) && !isCommon(password, (text) => words.has(text));
  return <PasswordRule message={commonPasswordMessage} isMet={isMet} />;
}
