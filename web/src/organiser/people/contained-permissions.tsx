import type { Role } from './authority-rules.ts';
import classes from './choice.module.css';
import { groupPermissions } from './permission-groups.ts';

/** The permissions of a role, folded away. */
export function ContainedPermissions({ role: { permissions } }: { role: Role }) {
  const count = permissions.length;
  if (count === 0) return <p className={classes.contains}>Gives no permission.</p>;
  return (
    <details className={classes.contains}>
      <summary>{count === 1 ? '1 permission' : `${count} permissions`}</summary>
      <PermissionWords permissions={permissions} />
    </details>
  );
}

/** Permissions by subject, in words. */
export function PermissionWords({ permissions }: { permissions: Role['permissions'] }) {
  return (
    <dl className={classes.permissions}>
      {groupPermissions(permissions).map((group) => (
        <div key={group.subject}>
          <dt>{group.title}</dt>
          {group.permissions.map(({ code, description, name }) => (
            <dd key={code}>{description ?? name}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
