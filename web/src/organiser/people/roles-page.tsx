import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState, ErrorState } from '../../ui/state/state-panel.tsx';
import { useScrollToHash } from '../../ui/use-scroll-to-hash.ts';
import { authorityQueries } from './authority.queries.ts';
import { isBuiltIn } from './authority-rules.ts';
import { RoleCard } from './role-card.tsx';
import { RoleForm } from './role-form.tsx';
import classes from './roles-page.module.css';

/** Every role with what it gives and who has it. The built-in ones come first, because nobody can change them. */
export default function RolesPage() {
  const { permissions: held } = useSession();
  const roles = useQuery(authorityQueries.roles());
  const isLoaded = roles.data !== undefined;
  useScrollToHash(isLoaded);
  const mayChange = holdsAll(held, ['identity.auth.access:read', 'identity.user:access_update']);
  const sorted = [...(roles.data?.data ?? [])].sort(
    (a, b) => Number(isBuiltIn(b.code)) - Number(isBuiltIn(a.code)) || a.name.localeCompare(b.name),
  );
  return (
    <>
      <PageHead
        title="Roles"
        text="A role is a set of permissions under one name. A change counts at once for everybody who has it."
        action={
          mayChange ? (
            <Button
              onClick={() =>
                openModal({
                  title: 'Create a role',
                  size: '46rem',
                  content: (close) => <RoleForm onSaved={close} />,
                })
              }
            >
              Create a role
            </Button>
          ) : null
        }
      />
      {roles.isPending ? <Skeleton height={320} aria-label="Loading" /> : null}
      {roles.isError && !roles.data ? <ErrorState onRetry={roles.refetch} /> : null}
      {isLoaded && sorted.length === 0 ? (
        <EmptyState title="No roles">A platform always has three. Ask the operator.</EmptyState>
      ) : null}
      <ul className={classes.roles}>
        {sorted.map((role) => (
          <RoleCard key={role.code} role={role} held={held} mayChange={mayChange} />
        ))}
      </ul>
    </>
  );
}
