import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminPaths } from '../../admin-paths.ts';
import { formatDate } from '../../ui/time/time.ts';
import { dates, either, type OwnFieldProps, own, text } from '../ui/table/filters/filter-controls.ts';
import { listOf } from '../ui/table/list.ts';
import { RowLink } from '../ui/table/row-link.tsx';
import { authorityQueries } from './authority.queries.ts';
import { UserStatus } from './user-status.tsx';

const roleCode = own({
  label: 'Role',
  isFirst: true,
  Field: RoleField,
  toCondition: (code) => (/^[a-z0-9-]{1,255}$/.test(code) ? { eq: code } : undefined),
});

/** The table of users. @param mayReadRoles who holds a role is part of what a user may do. */
export function usersListFor(mayReadRoles: boolean) {
  return listOf<'listUsers'>({
    operation: 'listUsers',
    noun: ['user', 'users'],
    rowId: ({ id }) => id,
    search: 'Name or e-mail address',
    firstOrder: 'name',
    columns: [
      {
        key: 'name',
        title: 'User',
        order: 'name',
        cell: ({ id, name }) => <RowLink to={adminPaths.user.href(id)}>{name}</RowLink>,
      },
      { key: 'email', title: 'E-mail', order: 'email', cell: ({ email }) => email },
      { key: 'status', title: 'Address', cell: (user) => <UserStatus user={user} /> },
      {
        key: 'createdAt',
        title: 'Created',
        order: 'createdAt',
        cell: ({ createdAt }) => <span className="tabular">{formatDate(createdAt)}</span>,
      },
      { key: 'phone', title: 'Phone number', isOptional: true, cell: ({ phone }) => phone ?? 'None' },
    ],
    filters: {
      ...(mayReadRoles ? { roleCode } : {}),
      emailVerified: either({ label: 'Address', yes: 'Confirmed', no: 'Not confirmed' }),
      isInvited: either({ label: 'Invitation', yes: 'Not accepted yet', no: 'None open' }),
      createdAt: dates({ label: 'Created' }),
      name: text({ label: 'Display name' }),
      email: text({ label: 'E-mail address' }),
    },
  });
}

function RoleField({ label, value, onChange }: OwnFieldProps) {
  const { data } = useQuery(authorityQueries.roles());
  const options = (data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  const isKnown = options.some((option) => option.value === value);
  return (
    <NativeSelect
      size="md"
      label={label}
      data={[
        { value: '', label: 'All' },
        ...options,
        ...(value !== '' && !isKnown ? [{ value, label: value }] : []),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
