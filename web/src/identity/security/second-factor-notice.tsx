import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from '../../ui/account/account-page.module.css';
import { proveIdentity } from './prove-identity.ts';
import { useReloadFactors, useSecondFactor } from './security.queries.ts';

/** For users whose permissions need a second factor that this session has not proved; nothing for others. */
export function SecondFactorNotice({ withLink = false }: { withLink?: boolean }) {
  const { data } = useSecondFactor();
  const reload = useReloadFactors();
  if (!data?.isRequired || data.isProved) return null;
  const hasFactor = data.authenticator !== null || data.passkeys > 0;
  return (
    <div className={classes.notice} role="status">
      <p className={classes.message}>
        {hasFactor
          ? 'Your permissions need a second factor in this session.'
          : 'Your permissions need a second factor. Add a passkey or set up an authenticator app.'}
      </p>
      {hasFactor ? (
        <Button onClick={() => void proveIdentity().then(reload)}>Confirm that it is you</Button>
      ) : withLink ? (
        <Button component={Link} to={paths.security.href()}>
          Set one up
        </Button>
      ) : null}
    </div>
  );
}
