import { IconCheck, IconPoint } from '@tabler/icons-react';
import classes from './password-checklist.module.css';

/** One line of the checklist. */
export function PasswordRule({ message, isMet }: { message: string; isMet: boolean }) {
  return (
    <li data-met={isMet || undefined} className={classes.rule}>
      {isMet ? <IconCheck size={16} aria-hidden /> : <IconPoint size={16} aria-hidden />}
      <span>{message}</span>
      <span className={classes.hidden}>{isMet ? ' Met.' : ' Not met yet.'}</span>
    </li>
  );
}
