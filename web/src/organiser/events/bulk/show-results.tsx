import { Button } from '@mantine/core';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { countOf } from '../../ui/table/list.ts';
import type { Result } from './run-many.ts';
import classes from './show-results.module.css';

/** Says how many events were done; when some were not, each with its reason. @param done for example "published" */
export function showResults(done: string, results: readonly Result[]) {
  const refused = results.filter(({ refusal }) => refusal !== undefined);
  const title = `${countOf(results.length - refused.length, ['event', 'events'])} ${done}`;
  if (refused.length === 0) return showToast({ title, tone: 'success' });
  openModal({
    title,
    size: 'lg',
    content: (close) => (
      <>
        <p className={classes.lead}>{`${countOf(refused.length, ['event was', 'events were'])} not:`}</p>
        <ul className={classes.list}>
          {refused.map(({ name, refusal }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may have one name; the list never changes.
            <li key={index}>
              <strong>{name}</strong>
              <p className={classes.refusal}>{refusal}</p>
            </li>
          ))}
        </ul>
        <Button onClick={close} data-autofocus>
          Close the list
        </Button>
      </>
    ),
  });
}
