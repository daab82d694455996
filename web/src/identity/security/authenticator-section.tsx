import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useState } from 'react';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { confirm } from '../../ui/dialogs/confirm-dialog.tsx';
import { formatDate } from '../../ui/time/time.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import { FrozenWords } from './frozen-words.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  useCreateAuthenticator,
  useDeleteAuthenticator,
  useReplaceRecoveryCodes,
  useSecondFactor,
} from './security.queries.ts';

type SecondFactor = components['schemas']['SecondFactor'];

export function AuthenticatorSection() {
  const factors = useSecondFactor();
  /** They are shown once. */
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  return (
    <Section
      title="Authenticator app"
      lead="An app on your phone shows a code that you enter after your password. Somebody who knows your password alone cannot sign in."
    >
      {newCodes ? (
        <RecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />
      ) : (
        <Loaded query={factors}>
          {(data) =>
            data.authenticator ? (
              <Present factor={data} app={data.authenticator} onCodes={setNewCodes} />
            ) : (
              <Absent onCodes={setNewCodes} />
            )
          }
        </Loaded>
      )}
    </Section>
  );
}

function Absent({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const create = useCreateAuthenticator();
  if (create.data)
    return <AuthenticatorSetUp secret={create.data} onCodes={onCodes} onCancel={() => create.reset()} />;
  return (
    <Button
      variant="default"
      className={classes.action}
      loading={create.isPending}
      onClick={() => create.mutate({})}
    >
      Set up an app
    </Button>
  );
}

function Present({
  factor,
  app,
  onCodes,
}: {
  factor: SecondFactor;
  app: NonNullable<SecondFactor['authenticator']>;
  onCodes: (codes: readonly string[]) => void;
}) {
  const remove = useDeleteAuthenticator();
  const replace = useReplaceRecoveryCodes();
  const left = factor.recoveryCodesLeft;
  async function askAndRemove() {
    const isConfirmed = await confirm({
      title: 'Remove the authenticator app?',
      description: 'Your password alone then signs you in, and your recovery codes stop working.',
    });
    if (isConfirmed) remove.mutate({});
  }
  async function askAndReplace() {
    const isConfirmed = await confirm({
      title: 'Get new recovery codes?',
      description: 'The old ones stop working at once.',
    });
    if (isConfirmed) replace.mutate({}, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) });
  }
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        <strong className={classes.name}>Set up since {formatDate(app.createdAt)}</strong>
        <span className={classes.meta}>
          {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
          {left <= 3 ? '. Get new ones before you run out.' : ''}
        </span>
        {app.frozenAt ? (
          <FrozenWords since={app.frozenAt} what="Sign-ins still ask for its code, which changes nothing." />
        ) : null}
      </div>
      <div className={classes.rowActions}>
        <Button variant="default" loading={replace.isPending} onClick={() => void askAndReplace()}>
          New recovery codes
        </Button>
        <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
          Remove
        </Button>
      </div>
    </div>
  );
}
