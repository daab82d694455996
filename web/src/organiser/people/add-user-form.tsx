import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NewPasswordField } from '../../identity/accounts/new-password-field.tsx';
import { EmailField } from '../../identity/email-field.tsx';
import classes from '../../identity/form.module.css';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { authorityQueries, createUser, inviteUser } from './authority.queries.ts';
import { whyNotGrantRole } from './authority-rules.ts';
import { pointAtCodes } from './code-issues.ts';
import { RoleChoice } from './role-choice.tsx';

const empty = {
  firstName: '',
  middleName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  roleCodes: [] as string[],
};

/** Invites a person by mail, or makes an account with a password that the caller passes on. */
export function AddUserForm({ onAdded }: { onAdded: (userId: string) => void }) {
  const { permissions: held } = useSession();
  const mayGrant = holdsAll(held, ['identity.user:access_update', 'identity.auth.access:read']);
  const { data: roles } = useQuery({ ...authorityQueries.roles(), enabled: mayGrant });
  const client = useQueryClient();
  const [way, setWay] = useState<'invite' | 'password'>('invite');
  const isInvitation = way === 'invite';
  const state = useApiForm({
    stored: { values: empty, etag: '' },
    isNew: true,
    labels: {
      firstName: 'First name',
      middleName: 'Middle name',
      lastName: 'Last name',
      email: 'E-mail address',
      phone: 'Phone number',
      password: 'Password',
      ...Object.fromEntries((roles?.data ?? []).map(({ code, name }) => [`roleCodes.${code}`, name])),
    },
    save: (values) => {
      const { middleName, phone, password, roleCodes, ...names } = { ...empty, ...values };
      const fields = { ...names, middleName: middleName || null, phone: phone || null };
      return isInvitation
        ? pointAtCodes(inviteUser({ ...fields, ...(roleCodes.length > 0 ? { roleCodes } : {}) }), {
            roleCodes,
          })
        : createUser({ ...fields, password });
    },
    onSaved: async ({ headers }) => {
      const title = isInvitation ? 'The invitation is on its way' : 'The user was created';
      showToast({ id: 'saved', title, tone: 'success' });
      await client.invalidateQueries();
      onAdded(headers.get('Location')?.split('/').at(-1) ?? '');
    },
  });
  const { form, field, idPrefix } = state;
  const { roleCodes } = form.values;
  return (
    <ApiForm state={state} submitLabel={isInvitation ? 'Send the invitation' : 'Create the user'}>
      <Radio.Group
        label="How do they sign in first?"
        value={way}
        onChange={(next) => setWay(next as typeof way)}
      >
        <div className={classes.form}>
          <Radio
            size="md"
            classNames={{ description: classes.choice as string }}
            value="invite"
            label="By a link in a mail"
            description="They choose their own password within 7 days. The link also confirms their address."
          />
          <Radio
            size="md"
            classNames={{ description: classes.choice as string }}
            value="password"
            label="With a password that I choose"
            description="You pass it on yourself. Their address stays unconfirmed until they open a mail."
          />
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        <TextInput {...field('firstName')} maxLength={255} data-autofocus required />
        <TextInput {...field('lastName')} maxLength={255} required />
      </div>
      <EmailField {...field('email')} autoComplete="off" required />
      <div className={classes.pair}>
        <TextInput {...field('middleName')} maxLength={255} />
        <TextInput {...field('phone')} type="tel" maxLength={127} />
      </div>
      {isInvitation ? null : <NewPasswordField {...field('password')} required />}
      {isInvitation && mayGrant && roles ? (
        <RoleChoice
          roles={roles.data}
          value={roleCodes}
          onChange={(codes) => form.setFieldValue('roleCodes', codes)}
          whyFixed={(role) => whyNotGrantRole(held, role)}
          idPrefix={idPrefix}
          errors={form.errors}
        />
      ) : null}
      {!isInvitation && mayGrant ? (
        <p className={classes.message}>Give them roles afterwards, on their page.</p>
      ) : null}
    </ApiForm>
  );
}
