import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '@ringside/openapi/schema';
import { useState } from 'react';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { confirm } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormProblem, fieldErrors } from '../../ui/form/form-problem.tsx';
import { keyOf } from '../../ui/key-of.ts';
import { formatDate } from '../../ui/time/time.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { hasPasskeys, makePasskey, passkeyFault } from '../passkeys-of-browser.ts';
import { useAction } from '../use-action.ts';
import { FrozenWords } from './frozen-words.tsx';
import {
  useCreatePasskey,
  useCreatePasskeyOptions,
  useDeletePasskey,
  usePasskeys,
  useRenamePasskey,
} from './security.queries.ts';

type Passkey = components['schemas']['Passkey'];

export function PasskeysSection() {
  const passkeys = usePasskeys();
  return (
    <Section
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or the lock of your device. A passkey cannot be guessed, and it works on this site alone."
    >
      <Loaded query={passkeys}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.empty}>You have no passkey yet.</p>
          ) : (
            <ul className={classes.list}>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddPasskey />
    </Section>
  );
}

function AddPasskey() {
  const options = useCreatePasskeyOptions();
  const create = useCreatePasskey();
  const { run, isRunning, fault } = useAction(async () => {
    const response = await makePasskey(await options.mutateAsync({}));
    await create.mutateAsync({ body: { response } });
    showToast({ title: 'The passkey was added', tone: 'success' });
  }, passkeyFault);
  if (!hasPasskeys()) {
    return (
      <p className={classes.empty}>
        This browser offers no passkeys at this address.
        {/^[\d.]+$/.test(window.location.hostname)
          ? ' Open the site by its name instead of its IP address.'
          : ''}
      </p>
    );
  }
  return (
    <>
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={{}} /> : null}
      <Button className={classes.action} loading={isRunning} onClick={run}>
        Add a passkey
      </Button>
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const remove = useDeletePasskey();
  async function askAndRemove() {
    const isConfirmed = await confirm({
      title: `Remove "${passkey.name}"?`,
      description: 'It no longer signs in. Delete it in your password manager too.',
    });
    if (isConfirmed) remove.mutate({ params: { path: { passkeyId: passkey.id } } });
  }
  if (isRenaming) return <Rename passkey={passkey} onDone={() => setIsRenaming(false)} />;
  const used = passkey.lastUsedAt ? `last used ${formatDate(passkey.lastUsedAt)}` : 'not used yet';
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <strong className={classes.name}>{passkey.name}</strong>
        <span className={classes.meta}>
          {passkey.isSynced ? 'Synced' : 'On one device'}, added {formatDate(passkey.createdAt)}, {used}
        </span>
        {passkey.frozenAt ? <FrozenWords since={passkey.frozenAt} what="It does not sign in." /> : null}
      </div>
      <div className={classes.rowActions}>
        <Button variant="default" aria-label={`Rename ${passkey.name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <Button
          variant="default"
          aria-label={`Remove ${passkey.name}`}
          loading={remove.isPending}
          onClick={() => void askAndRemove()}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const rename = useRenamePasskey();
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const submit = form.onSubmit((body) =>
    rename.mutate(
      { params: { path: { passkeyId: passkey.id } }, body },
      { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  );
  return (
    <li>
      {rename.isError ? (
        <FormProblem key={rename.submittedAt} error={rename.error} labels={{ name: 'Name of the passkey' }} />
      ) : null}
      <form onSubmit={submit} noValidate className={classes.row}>
        <TextInput
          id="name"
          aria-label="Name of the passkey"
          className={classes.rowText}
          maxLength={64}
          autoFocus
          onKeyDown={(event) => keyOf(event.nativeEvent) === 'Escape' && onDone()}
          {...form.getInputProps('name')}
        />
        <div className={classes.rowActions}>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Save
          </Button>
        </div>
      </form>
    </li>
  );
}
