import { CheckField } from '../ui/fields/check-field.tsx';
import type { Permission } from './authority-rules.ts';
import classes from './choice.module.css';
import { toggled } from './choice.ts';
import { groupPermissions } from './permission-groups.ts';

interface Props {
  permissions: readonly Permission[];
  /** The codes of the chosen permissions, sorted. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
  /** Why this permission can be neither given nor taken; undefined: it can. */
  whyFixed: (code: string) => string | undefined;
  /** A remark of the page, for example that a role contains it already. */
  noteOn?: (code: string) => string | undefined;
  idPrefix: string;
  errors?: Record<string, unknown>;
}

/** Permissions as boxes, by subject, each with what it allows. */
export function PermissionChoice(props: Props) {
  const { permissions, value, onChange, whyFixed, noteOn, idPrefix, errors = {} } = props;
  return (
    <div className={classes.groups}>
      {groupPermissions(permissions).map(({ subject, title, permissions: members }) => (
        <fieldset key={subject} className={classes.group}>
          <legend className={classes.legend}>{title}</legend>
          {members.map(({ code, name, description }) => {
            const reason = whyFixed(code);
            const field = `permissionCodes.${code}`;
            return (
              <CheckField
                classNames={{ description: classes.description as string }}
                key={code}
                id={`${idPrefix}${field}`}
                label={name}
                description={[description && `${description}.`.replace('..', '.'), noteOn?.(code), reason]
                  .filter(Boolean)
                  .join(' ')}
                error={errors[field] as string | undefined}
                disabled={reason !== undefined}
                checked={value.includes(code)}
                onChange={({ currentTarget }) => onChange(toggled(value, code, currentTarget.checked))}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
