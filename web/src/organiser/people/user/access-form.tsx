import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Versioned } from '../../../api/versioned.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { readUserAccess, updateUserAccess } from '../authority.queries.ts';
import {
  administratorRole,
  codesOf,
  type ListedRole,
  type Permission,
  type UserAccess,
  whyNotGrantPermission,
  whyNotGrantRole,
} from '../authority-rules.ts';
import { namesOf, onTopOf } from '../choice.ts';
import { pointAtCodes } from '../code-issues.ts';
import { PermissionChoice } from '../permission-choice.tsx';
import { RoleChoice } from '../role-choice.tsx';
import classes from './access-section.module.css';

interface Values {
  roleCodes: string[];
  permissionCodes: string[];
}

interface Props {
  userId: string;
  access: Versioned<UserAccess>;
  roles: readonly ListedRole[];
  permissions: readonly Permission[];
  /** The permissions of the caller. */
  held: readonly string[];
  isStronger: boolean;
  isLast: boolean;
  /** Shows a fresh form, with what others have changed meanwhile. */
  onSaved: () => void;
}

const notTaken = 'You cannot take it from a user who holds more than you do.';

export function AccessForm({ userId, access, roles, permissions, held, isStronger, isLast, onSaved }: Props) {
  const client = useQueryClient();
  // As the form was opened: what is read again meanwhile must not move under the edits.
  const [stored, setStored] = useState(() => toStored(access));
  const state = useApiForm<Values>({
    stored,
    labels: {
      roleCodes: 'Roles',
      permissionCodes: 'Single permissions',
      ...Object.fromEntries(roles.map(({ code, name }) => [`roleCodes.${code}`, name])),
      ...Object.fromEntries(permissions.map(({ code, name }) => [`permissionCodes.${code}`, name])),
    },
    save: (edits, etag) => pointAtCodes(updateUserAccess(userId, edits, etag), edits),
    reread: async () => {
      const theirs = toStored(await readUserAccess(userId));
      setStored(theirs);
      return theirs;
    },
    merge: ({ roleCodes, permissionCodes }, { before, now }) => ({
      ...(roleCodes && {
        roleCodes: onTopOf(now.roleCodes, { from: before.roleCodes, to: roleCodes }),
      }),
      ...(permissionCodes && {
        permissionCodes: onTopOf(now.permissionCodes, { from: before.permissionCodes, to: permissionCodes }),
      }),
    }),
    onSaved: async () => {
      showToast({ id: 'saved', title: 'Saved', tone: 'success' });
      await client.invalidateQueries();
      onSaved();
    },
  });
  const { form, idPrefix } = state;
  const { values, errors } = form;
  const isOpen =
    stored.values.permissionCodes.length > 0 ||
    Object.keys(errors).some((field) => field.startsWith('permissionCodes'));
  const through = (code: string) =>
    roles.filter((role) => values.roleCodes.includes(role.code) && codesOf(role.permissions).includes(code));
  return (
    <ApiForm
      state={state}
      describe={(field, codes) => namesOf(codes, field === 'roleCodes' ? roles : permissions)}
    >
      <RoleChoice
        roles={roles}
        value={values.roleCodes}
        onChange={(codes) => form.setFieldValue('roleCodes', codes)}
        whyFixed={(role) => {
          if (!stored.values.roleCodes.includes(role.code)) return whyNotGrantRole(held, role);
          if (role.code === administratorRole && isLast) return 'The last administrator has to stay.';
          return isStronger ? notTaken : undefined;
        }}
        idPrefix={idPrefix}
        errors={errors}
      />
      <details className={classes.singles} open={isOpen || undefined}>
        <summary>{`Single permissions: ${values.permissionCodes.length}`}</summary>
        <p className={classes.lead}>
          For an exception. For what several users need, make a role, which can be changed for all at once.
        </p>
        <PermissionChoice
          permissions={permissions}
          value={values.permissionCodes}
          onChange={(codes) => form.setFieldValue('permissionCodes', codes)}
          whyFixed={(code) => {
            if (!stored.values.permissionCodes.includes(code)) return whyNotGrantPermission(held, code);
            return isStronger ? notTaken : undefined;
          }}
          noteOn={(code) => {
            const names = through(code).map(({ name }) => name);
            return names.length > 0 ? `Held through ${names.join(', ')}.` : undefined;
          }}
          idPrefix={idPrefix}
          errors={errors}
        />
      </details>
    </ApiForm>
  );
}

function toStored({ value: { roles, permissions }, etag }: Versioned<UserAccess>): Stored<Values> {
  return {
    etag,
    values: { roleCodes: codesOf(roles).sort(), permissionCodes: codesOf(permissions).sort() },
  };
}
