import { Button, CopyButton } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { ToneBadge } from '../../ui/badges/tone-badge.tsx';
import { locales } from '../../ui/locales.ts';
import { formatDateTime } from '../../ui/time/time.ts';
import classes from './configured-providers-page.module.css';

export function ConfiguredProvider({ provider }: { provider: components['schemas']['ConfiguredProvider'] }) {
  const { code, name, issuer, callbackUrl, state, detail, users, lastSignInAt } = provider;
  return (
    <li className={classes.provider}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        <span className={classes.muted}>{code}</span>
        {state === 'ok' ? (
          <ToneBadge tone="good">Works</ToneBadge>
        ) : (
          <ToneBadge tone="warning">No answer</ToneBadge>
        )}
      </div>
      {state === 'failed' ? (
        <p className={classes.fault}>
          {`Nobody can sign in with it now: ${detail}. Check its address, the network of the server and the provider's own status page.`}
        </p>
      ) : null}
      <dl className={classes.facts}>
        <dt>Last sign-in</dt>
        <dd className="tabular">{lastSignInAt ? formatDateTime(lastSignInAt) : 'None known'}</dd>
        <dt>Accounts</dt>
        <dd className="tabular">{users.toLocaleString(locales)}</dd>
        <dt>Issuer</dt>
        <dd>{issuer}</dd>
        <dt>Redirect URI</dt>
        <dd className={classes.copy}>
          <span>{callbackUrl}</span>
          <CopyButton value={callbackUrl}>
            {({ copied, copy }) => (
              <Button variant="default" aria-label={`Copy the redirect URI of ${name}`} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </dd>
      </dl>
    </li>
  );
}
