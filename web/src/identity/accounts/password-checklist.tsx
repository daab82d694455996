import { IconCheck, IconPoint } from '@tabler/icons-react';
import classes from './password-checklist.module.css';
import { passwordRules } from './password-rules.ts';

/** The password rules, each with a tick once the password follows it. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className={classes.list}>
      {passwordRules.map(({ message, holds }) => {
        const isMet = holds(password);
        return (
          <li key={message} data-met={isMet || undefined} className={classes.rule}>
            {isMet ? <IconCheck size={16} aria-hidden /> : <IconPoint size={16} aria-hidden />}
            <span>{message}</span>
            <span className={classes.hidden}>{isMet ? ' Met.' : ' Not met yet.'}</span>
          </li>
        );
      })}
    </ul>
  );
}
