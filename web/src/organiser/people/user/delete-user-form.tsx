import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../../../identity/form.module.css';
import { session } from '../../../identity/sessions/current-session.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import security from '../../../ui/account/account-page.module.css';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { locales } from '../../../ui/locales.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { authorityQueries, deleteUser } from '../authority.queries.ts';

interface Props {
  user: components['schemas']['User'];
  isOwn: boolean;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Names what goes with the account. One's own needs a second word (docs/product.md, 11.7). */
export function DeleteUserForm({ user, isOwn, onCancel, onDeleted }: Props) {
  const { permissions } = useSession();
  const [isSure, setIsSure] = useState(!isOwn);
  const mayCount = holdsAll(permissions, ['event:read']);
  const accesses = useQuery({ ...authorityQueries.accesses(user.id, 1), enabled: mayCount });
  const devices = useQuery(authorityQueries.devices(user.id));
  const client = useQueryClient();
  const remove = useMutation({
    meta: { showsProblem: true },
    mutationFn: async () => {
      const { error, response } = await deleteUser(user.id, isOwn);
      if (!response.ok) throw error;
    },
    onSuccess: async () => {
      showToast({ id: 'deleted', title: 'The account is deleted', tone: 'success' });
      onDeleted();
      if (isOwn) await session.endedElsewhere();
      else await client.invalidateQueries();
    },
  });
  return (
    <div className={classes.form}>
      {remove.isError ? <FormProblem key={remove.submittedAt} error={remove.error} labels={{}} /> : null}
      <p className={classes.message}>These go with it, and nothing brings them back:</p>
      <ul className={classes.message}>
        <li>
          {accesses.data ? countOf(accesses.data.total, 'access', 'accesses') : 'All accesses'} to events,
          also paid ones
        </li>
        <li>
          {devices.data ? countOf(devices.data.total, 'device', 'devices') : 'All devices'} signed out, and
          what plays there
        </li>
        <li>Roles, password, passkeys and links to sign-in providers</li>
      </ul>
      {isOwn ? (
        <Checkbox
          label="This is my own account, and I want to lose it."
          checked={isSure}
          onChange={({ currentTarget }) => setIsSure(currentTarget.checked)}
        />
      ) : null}
      <div className={security.dialogActions}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={!isSure} loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete the account
        </Button>
      </div>
    </div>
  );
}

function countOf(count: number, one: string, many: string) {
  return `${count.toLocaleString(locales)} ${count === 1 ? one : many}`;
}
