import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from '../../ui/account/account-page.module.css';
import { formatDateTime } from '../../ui/time/time.ts';
import { proveIdentity } from './prove-identity.ts';
import { useReloadFactors, useSecondFactor } from './security.queries.ts';

/**
 * For users whose permissions need a second factor that this session has not proved, and for those whose factors are
 * about to be removed; nothing for others.
 */
export function SecondFactorNotice({ withLink = false }: { withLink?: boolean }) {
  const { data } = useSecondFactor();
  const reload = useReloadFactors();
  const words = data && wordsOf(data);
  if (!words) return null;
  const hasFactor = data.authenticator !== null || data.passkeys > 0;
  return (
    <div className={classes.notice} role="status">
      <p className={classes.message}>{words}</p>
      {hasFactor ? (
        <Button onClick={() => void proveIdentity('fresh-second-factor-required').then(reload)}>
          Confirm that it is you
        </Button>
      ) : withLink && !data.needsAllowance ? (
        <Button component={Link} to={paths.security.href()}>
          Set one up
        </Button>
      ) : null}
    </div>
  );
}

function wordsOf(factor: components['schemas']['SecondFactor']) {
  if (factor.removalAt)
    return `Somebody with your password says that your passkeys and your app are lost. They are removed on ${formatDateTime(factor.removalAt)}. If you still have one, confirm with it: that stops the removal.`;
  if (!factor.isRequired || factor.isProved) return undefined;
  if (factor.needsAllowance)
    return 'Your permissions need a second factor, and somebody else has to allow your first one: ask another administrator, who finds “Allow a second factor” on your page among the users.';
  return factor.authenticator !== null || factor.passkeys > 0
    ? 'Your permissions need a second factor in this session.'
    : 'Your permissions need a second factor. Add a passkey or set up an authenticator app.';
}
