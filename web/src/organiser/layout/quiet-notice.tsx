import classes from '../../ui/account/account-page.module.css';

/** For a platform that was restored from a backup. */
export function QuietNotice() {
  return (
    <div className={classes.notice} role="status">
      <p className={classes.message}>
        A backup was restored here. Until the operator runs <code>pnpm admin go-live</code>, this platform
        sends no mail and no notification, sells nothing and refunds nothing.
      </p>
    </div>
  );
}
