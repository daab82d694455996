import { CheckField } from '../ui/fields/check-field.tsx';
import type { Role } from './authority-rules.ts';
import classes from './choice.module.css';
import { toggled } from './choice.ts';
import { ContainedPermissions } from './contained-permissions.tsx';

interface Props {
  roles: readonly Role[];
  /** The codes of the chosen roles, sorted. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
  /** Why this role can be neither given nor taken; undefined: it can. */
  whyFixed: (role: Role) => string | undefined;
  /** In front of the id of each field. */
  idPrefix: string;
  errors?: Record<string, unknown>;
}

/** Roles as a list of boxes, each with what it contains. */
export function RoleChoice({ roles, value, onChange, whyFixed, idPrefix, errors = {} }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Roles</legend>
      {roles.map((role) => {
        const reason = whyFixed(role);
        const field = `roleCodes.${role.code}`;
        return (
          <div key={role.code} className={classes.item}>
            <CheckField
              classNames={{ description: classes.description as string }}
              id={`${idPrefix}${field}`}
              label={role.name}
              description={[role.description, reason].filter(Boolean).join(' ') || undefined}
              error={errors[field] as string | undefined}
              disabled={reason !== undefined}
              checked={value.includes(role.code)}
              onChange={({ currentTarget }) => onChange(toggled(value, role.code, currentTarget.checked))}
            />
            <ContainedPermissions role={role} />
          </div>
        );
      })}
    </fieldset>
  );
}
