import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { ToneBadge } from '../../ui/badges/tone-badge.tsx';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { locales } from '../../ui/locales.ts';
import { deleteRole } from './authority.queries.ts';
import { isBuiltIn, type ListedRole, whyNotChangeRole } from './authority-rules.ts';
import { ContainedPermissions } from './contained-permissions.tsx';
import { RoleForm } from './role-form.tsx';
import classes from './roles-page.module.css';
import { useChange } from './use-change.ts';

interface Props {
  role: ListedRole;
  /** The permissions of the caller. */
  held: readonly string[];
  mayChange: boolean;
}

export function RoleCard({ role, held, mayChange }: Props) {
  const { code, name, description, holders } = role;
  const reason = whyNotChangeRole(held, role);
  const remove = useChange({
    call: () => deleteRole(code),
    question: {
      title: `Delete the role ${name}?`,
      description: 'Nobody has it. Its entry in the audit log stays.',
    },
    done: 'The role is deleted',
  });
  return (
    <li id={code} className={classes.role}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        {name === code ? null : <span className={classes.code}>{code}</span>}
        {isBuiltIn(code) ? <ToneBadge tone="plain">Built in</ToneBadge> : null}
      </div>
      {description ? <p className={classes.text}>{description}</p> : null}
      <Holders code={code} holders={holders} held={held} />
      <ContainedPermissions role={role} />
      {mayChange && reason && !isBuiltIn(code) ? <p className={classes.text}>{reason}</p> : null}
      {mayChange && !reason ? (
        <div className={classes.actions}>
          <Button
            variant="default"
            aria-label={`Edit ${name}`}
            onClick={() =>
              openModal({
                title: `Edit ${name}`,
                size: '46rem',
                content: (close) => <RoleForm code={code} onSaved={close} />,
              })
            }
          >
            Edit
          </Button>
          {holders === 0 ? (
            <Button
              variant="default"
              aria-label={`Delete ${name}`}
              loading={remove.isPending}
              onClick={remove.run}
            >
              Delete
            </Button>
          ) : null}
        </div>
      ) : null}
      {mayChange && !reason && holders > 0 ? (
        <p className={classes.text}>
          {`To delete it, take it from the ${holders === 1 ? 'one user who has' : `${holders.toLocaleString(locales)} users who have`} it.`}
        </p>
      ) : null}
    </li>
  );
}

function Holders({ code, holders, held }: { code: string; holders: number; held: readonly string[] }) {
  const words = holders === 1 ? '1 user has it' : `${holders.toLocaleString(locales)} users have it`;
  if (holders === 0) return <p className={classes.text}>Nobody has it.</p>;
  if (!holdsAll(held, ['identity.user:read', 'identity.user:access_read']))
    return <p className={classes.text}>{words}.</p>;
  return (
    <p className={classes.text}>
      <Anchor component={Link} to={adminPaths.users.href({ roleCode: code })}>
        {words}
      </Anchor>
    </p>
  );
}
