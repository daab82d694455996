import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import classes from '../../identity/form.module.css';
import { useSession } from '../../identity/sessions/use-session.ts';
import { Loaded } from '../../ui/account/loaded.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../ui/form/use-api-form.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { authorityQueries, createRole, readRole, updateRole } from './authority.queries.ts';
import { codesOf, type Permission, type Role, whyNotGrantPermission } from './authority-rules.ts';
import { namesOf, onTopOf } from './choice.ts';
import { pointAtCodes } from './code-issues.ts';
import { PermissionChoice } from './permission-choice.tsx';

interface Values {
  name: string;
  code: string;
  description: string;
  permissionCodes: string[];
}

interface Props {
  /** The code of the role; without it a new one is made. */
  code?: string;
  onSaved: () => void;
}

export function RoleForm({ code, onSaved }: Props) {
  const permissions = useQuery(authorityQueries.permissions());
  return (
    <Loaded query={permissions}>
      {({ data }) =>
        code === undefined ? (
          <Fields permissions={data} onSaved={onSaved} />
        ) : (
          <StoredRole code={code} permissions={data} onSaved={onSaved} />
        )
      }
    </Loaded>
  );
}

function StoredRole({ code, ...props }: Omit<FieldsProps, 'opened'> & { code: string }) {
  const role = useQuery({ ...authorityQueries.role(code), refetchOnWindowFocus: false });
  return <Loaded query={role}>{(stored) => <Fields opened={stored} {...props} />}</Loaded>;
}

interface FieldsProps {
  /** As it was when the form was opened; without it a new role is made. */
  opened?: Versioned<Role>;
  permissions: readonly Permission[];
  onSaved: () => void;
}

function Fields({ opened, permissions, onSaved }: FieldsProps) {
  const role = opened?.value;
  const { permissions: held } = useSession();
  const client = useQueryClient();
  // As the form was opened: what is read again meanwhile must not move under the edits.
  const [stored, setStored] = useState(() => toStored(opened));
  const [isCodeTyped, setIsCodeTyped] = useState(opened !== undefined);
  const state = useApiForm<Values>({
    stored,
    isNew: role === undefined,
    labels: {
      name: 'Name',
      code: 'Short name',
      description: 'Description',
      permissionCodes: 'Permissions',
      ...Object.fromEntries(permissions.map(({ code, name }) => [`permissionCodes.${code}`, name])),
    },
    save: (values, etag) =>
      role ? change(role.code, values, etag) : create({ ...stored.values, ...values }),
    ...(role && { reread: () => reread(role.code) }),
    merge: ({ permissionCodes, ...texts }, { before, now }) => ({
      ...texts,
      ...(permissionCodes && {
        permissionCodes: onTopOf(now.permissionCodes, { from: before.permissionCodes, to: permissionCodes }),
      }),
    }),
    onSaved: async () => {
      showToast({ id: 'saved', title: role ? 'Saved' : 'The role was created', tone: 'success' });
      onSaved();
      await client.invalidateQueries();
    },
  });
  const { form, field, idPrefix } = state;

  function create({ description, ...values }: Values) {
    return pointAtCodes(createRole({ ...values, description: description || null }), values);
  }

  function change(code: string, { description, permissionCodes, name }: Partial<Values>, etag: string) {
    const wanted = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(permissionCodes && { permissionCodes }),
    };
    return pointAtCodes(updateRole(code, wanted, etag), wanted);
  }

  async function reread(code: string) {
    const theirs = toStored(await readRole(code));
    setStored(theirs);
    return theirs;
  }

  return (
    <ApiForm
      state={state}
      describe={(name, value) =>
        name === 'permissionCodes' ? namesOf(value, permissions) : String(value || 'Empty')
      }
      submitLabel={role ? 'Save' : 'Create the role'}
    >
      <div className={classes.pair}>
        <TextInput
          {...field('name')}
          maxLength={255}
          data-autofocus
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('name', value);
            if (!isCodeTyped) form.setFieldValue('code', codeFrom(value));
          }}
        />
        {role ? null : (
          <TextInput
            {...field('code')}
            maxLength={255}
            description="Lowercase letters, digits and hyphens. It never changes."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            onChange={({ currentTarget: { value } }) => {
              setIsCodeTyped(value !== '');
              form.setFieldValue('code', value);
            }}
          />
        )}
      </div>
      <TextInput {...field('description')} maxLength={255} />
      <PermissionChoice
        permissions={permissions}
        value={form.values.permissionCodes}
        onChange={(codes) => form.setFieldValue('permissionCodes', codes)}
        whyFixed={(code) =>
          stored.values.permissionCodes.includes(code) ? undefined : whyNotGrantPermission(held, code)
        }
        idPrefix={idPrefix}
        errors={form.errors}
      />
    </ApiForm>
  );
}

/** "Door staff" becomes "door-staff". */
function codeFrom(name: string) {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

function toStored(stored: Versioned<Role> | undefined): Stored<Values> {
  const role = stored?.value;
  return {
    etag: stored?.etag ?? '',
    values: {
      name: role?.name ?? '',
      code: role?.code ?? '',
      description: role?.description ?? '',
      permissionCodes: codesOf(role?.permissions ?? []).sort(),
    },
  };
}
