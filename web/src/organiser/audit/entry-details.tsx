import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { formatDateTime, zoneName } from '../../ui/time/time.ts';
import { wordsOfEntity } from './audit-words.ts';
import { type AuditEntry, actorOf, type Change, changesOf, nameOf } from './changes.ts';
import classes from './entry-details.module.css';

/** Who changed what and when, and every field before and after. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actorId, actorName, before, after, createdAt, entityType, entityId } = entry;
  const changes = changesOf(entry);
  const href = after === null ? undefined : hrefOf(entry);
  const name = nameOf(entry);
  return (
    <>
      <dl className={classes.facts}>
        <dt>By</dt>
        <dd>
          {actorId && actorName ? (
            <Anchor component={Link} to={adminPaths.user.href(actorId)}>
              {actorName}
            </Anchor>
          ) : (
            actorOf(entry)
          )}
        </dd>
        <dt>When</dt>
        <dd className="tabular">
          {formatDateTime(createdAt)} {zoneName(createdAt)}
        </dd>
        <dt>{wordsOfEntity(entityType)}</dt>
        <dd>
          {href ? (
            <Anchor component={Link} to={href}>
              {name || (entityType === 'role' ? entityId : 'Open')}
            </Anchor>
          ) : (
            name || entityId
          )}
        </dd>
        <dt>Id</dt>
        <dd className={classes.id}>{entityId}</dd>
      </dl>
      {changes.length === 0 ? (
        <p>No field was changed.</p>
      ) : (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {before === null ? null : <th scope="col">Before</th>}
              {after === null ? null : <th scope="col">After</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{change.label}</th>
                {before === null ? null : <Value change={change} side="before" />}
                {after === null ? null : <Value change={change} side="after" />}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** In lists, what was taken away and what was added is marked. */
function Value({ change, side }: { change: Change; side: 'before' | 'after' }) {
  const own = change[side];
  const other = change[side === 'before' ? 'after' : 'before'];
  const isList = own.length > 1 || other.length > 1;
  const Mark = side === 'before' ? 'del' : 'ins';
  return (
    <td data-label={side === 'before' ? 'Before' : 'After'}>
      {own.length === 0 ? <span className={classes.none}>Not set</span> : null}
      {[...new Set(own)].map((line) => (
        <span key={line} className={classes.line}>
          {isList && !other.includes(line) ? <Mark>{line}</Mark> : line}
        </span>
      ))}
    </td>
  );
}

/** Where it can be opened; undefined for what has no page of its own. */
function hrefOf({ entityType, entityId, action }: AuditEntry) {
  if (action.startsWith('delete') && entityType !== 'user') return undefined;
  switch (entityType) {
    case 'event':
      return adminPaths.event.href(entityId);
    case 'user':
    case 'user-access':
      return adminPaths.user.href(entityId);
    case 'order':
      return adminPaths.order.href(entityId);
    case 'fighter':
      return adminPaths.fighter.href(entityId);
    case 'role':
      return `${adminPaths.roles.href()}#${entityId}`;
    default:
      return undefined;
  }
}
