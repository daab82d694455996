import classes from './session-ended.module.css';
import { signOutWords } from './sign-out-words.ts';
import { useSession } from './use-session.ts';

/** On the sign-in pages: why a viewer who has not signed out is here. */
export function SessionEnded() {
  const { endedBecause } = useSession();
  if (!endedBecause) return null;
  const { title, detail } = signOutWords[endedBecause];
  return (
    <div role="status" className={classes.notice}>
      <strong className={classes.title}>{title}</strong>
      {detail}
    </div>
  );
}
