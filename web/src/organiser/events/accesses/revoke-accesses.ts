import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { countOf } from '../../ui/table/list.ts';
import { type Access, deleteAccess } from './accesses.queries.ts';
import { runMany } from './run-many.ts';

const noun = ['access', 'accesses'] as const;

/** Asks, revokes, and says what was revoked and what stays. @returns whether anything may have changed. */
export async function revokeAccesses(accesses: readonly Pick<Access, 'id' | 'isPaid'>[]) {
  const free = accesses.filter(({ isPaid }) => !isPaid);
  const paid = accesses.length - free.length;
  if (free.length === 0) {
    showToast({ title: 'Nothing was revoked', description: paidStay(paid), tone: 'warning' });
    return false;
  }
  const isSure = await confirm({
    title: `Revoke ${countOf(free.length, noun)}?`,
    description: [
      'Viewers who watch with it are stopped within seconds. This cannot be undone.',
      paid > 0 ? paidStay(paid) : '',
    ].join(' '),
  });
  if (!isSure) return false;
  const { done: revoked, refused, failed } = await runMany(free, ({ id }) => deleteAccess(id));
  showToast({
    title: `${countOf(revoked, noun)} revoked`,
    ...(refused + paid > 0 || failed > 0
      ? {
          description: [
            refused + paid > 0 ? paidStay(refused + paid) : '',
            failed > 0 ? `${countOf(failed, noun)} could not be revoked. Try again.` : '',
          ].join(' '),
        }
      : {}),
    tone: refused + paid + failed > 0 ? 'warning' : 'success',
  });
  return true;
}

function paidStay(count: number) {
  const [subject, verb] = count === 1 ? ['1 access was', 'stays'] : [`${count} accesses were`, 'stay'];
  return `${subject} bought and ${verb}: what was paid for can be shortened, but not revoked.`;
}
