import type { components } from '@ringside/openapi/schema';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { Loaded } from '../../../ui/account/loaded.tsx';
import { Section } from '../../../ui/account/section.tsx';
import { authorityQueries } from '../authority.queries.ts';
import type { ListedRole, UserAccess } from '../authority-rules.ts';
import { ContainedPermissions, PermissionWords } from '../contained-permissions.tsx';
import { AccessForm } from './access-form.tsx';
import classes from './access-section.module.css';

interface Props {
  user: components['schemas']['User'];
  roles: UseQueryResult<{ data: ListedRole[] }, unknown>;
  isStronger: boolean;
  isLast: boolean;
}

/** What the user may do: to change where the caller may, else to read. */
export function AccessSection({ user, roles, isStronger, isLast }: Props) {
  const { permissions: held } = useSession();
  const [saves, setSaves] = useState(0);
  // Read here and not passed in: the fresh form of a save must not begin with what was passed before.
  const access = useQuery(authorityQueries.access(user.id));
  const mayChange = holdsAll(held, ['identity.user:access_update', 'identity.auth.access:read']);
  const permissions = useQuery({ ...authorityQueries.permissions(), enabled: mayChange });
  return (
    <Section title="Roles and permissions" lead="A change counts from the next call of the user.">
      <Loaded query={access}>
        {(known) =>
          mayChange ? (
            <Loaded query={roles}>
              {({ data: allRoles }) => (
                <Loaded query={permissions}>
                  {({ data: all }) => (
                    <AccessForm
                      key={saves}
                      userId={user.id}
                      access={known}
                      roles={allRoles}
                      permissions={all}
                      held={held}
                      isStronger={isStronger}
                      isLast={isLast}
                      onSaved={() => setSaves(saves + 1)}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          ) : (
            <AccessWords access={known.value} />
          )
        }
      </Loaded>
    </Section>
  );
}

function AccessWords({ access: { roles, permissions } }: { access: UserAccess }) {
  if (roles.length === 0 && permissions.length === 0)
    return <p className={classes.none}>No role and no permission: a viewer like everybody.</p>;
  return (
    <>
      {roles.map((role) => (
        <div key={role.code}>
          <strong className={classes.role}>{role.name}</strong>
          <ContainedPermissions role={role} />
        </div>
      ))}
      {permissions.length > 0 ? <PermissionWords permissions={permissions} /> : null}
    </>
  );
}
