import classes from '../../ui/account/account-page.module.css';
import { formatDate } from '../../ui/time/time.ts';

/** Under a factor that a report of the account has frozen: who removes it. */
export function FrozenWords({ since, what }: { since: string; what: string }) {
  return (
    <span className={classes.meta}>
      Frozen since the report of {formatDate(since)}. {what} Remove it with an older passkey or app, or with a
      recovery code; without one, say that they are lost. If you have permissions, another administrator
      removes it.
    </span>
  );
}
