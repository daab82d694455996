import { type ComponentType, lazy, Suspense } from 'react';
import classes from './password-checklist.module.css';
import { PasswordRule } from './password-rule.tsx';
import { commonPasswordMessage, passwordRules } from './password-rules.ts';

const CommonPasswordRule = lazy<ComponentType<{ password: string }>>(() =>
  import('./common-password-rule.tsx').then(
    (file) => ({ default: file.CommonPasswordRule }),
    // Without the words only the server judges.
    () => ({ default: () => null }),
  ),
);

/** The password rules, each with a tick once the password follows it. */
export function PasswordChecklist({ password }: { password: string }) {
  const notYet = <PasswordRule message={commonPasswordMessage} isMet={false} />;
  return (
    <ul className={classes.list}>
      {passwordRules.map(({ message, holds }) => (
        <PasswordRule key={message} message={message} isMet={holds(password)} />
      ))}
      {password === '' ? (
        notYet
      ) : (
        <Suspense fallback={notYet}>
          <CommonPasswordRule password={password} />
        </Suspense>
      )}
    </ul>
  );
}
