import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { useListQuery } from '../ui/table/use-list-query.ts';
import { AddUserForm } from './add-user-form.tsx';
import { authorityQueries } from './authority.queries.ts';
import { usersListFor } from './users-list.tsx';

export default function UsersPage() {
  const { permissions } = useSession();
  const mayReadRoles = holdsAll(permissions, ['identity.auth.access:read', 'identity.user:access_read']);
  const list = useMemo(() => usersListFor(mayReadRoles), [mayReadRoles]);
  const state = useListQuery(list);
  const result = useQuery(authorityQueries.users(state.query));
  const navigate = useNavigate();

  const add = holdsAll(permissions, ['identity.user:create']) ? (
    <Button
      onClick={() =>
        openModal({
          title: 'Add a user',
          size: 'lg',
          content: (close) => (
            <AddUserForm
              onAdded={(userId) => {
                close();
                void navigate(adminPaths.user.href(userId));
              }}
            />
          ),
        })
      }
    >
      Add a user
    </Button>
  ) : null;

  return (
    <>
      <PageHead title="Users" action={add} />
      <DataTable
        list={list}
        state={state}
        result={result}
        caption="Users"
        empty={{ title: 'No users yet', text: 'Everybody who has an account appears here.', action: add }}
      />
    </>
  );
}
