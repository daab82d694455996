import type { components } from '@ringside/openapi/schema';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { countOf } from '../../ui/table/list.ts';
import { dependentsInWords, refusalInWords } from '../editing/deletion-words.ts';
import { deleteEvent, previewDeletion } from '../events.queries.ts';
import { showRefusal } from '../show-refusal.ts';
import { type Result, runMany } from './run-many.ts';
import { showResults } from './show-results.tsx';

type Event = components['schemas']['Event'];

/** Names what goes with the events, and leaves out those that somebody has paid for. @returns whether anything was tried. */
export async function deleteMany(events: readonly Event[]): Promise<boolean> {
  try {
    const previews: (Event & { preview: components['schemas']['DeletionPreview'] })[] = [];
    for (const event of events) previews.push({ ...event, preview: await previewDeletion(event.id) });
    const free = previews.filter(({ preview }) => !preview.isRefused);
    const refused: Result[] = previews
      .filter(({ preview }) => preview.isRefused)
      .map(({ name, preview }) => ({ name, refusal: refusalInWords(preview) }));
    if (free.length === 0) {
      showResults('deleted', refused);
      return false;
    }
    const kept =
      refused.length > 0
        ? ` ${countOf(refused.length, ['event stays', 'events stay'])}: viewers have paid or are paying, or bouts were fought.`
        : '';
    const isMeant = await confirm({
      title: `Delete ${countOf(free.length, ['event', 'events'])}?`,
      description: `${dependentsInWords(sumOf(free.map(({ preview }) => preview)))}${kept}`,
    });
    if (!isMeant) return false;
    const results = await runMany(free, ({ id }) => deleteEvent(id));
    showResults('deleted', [...results, ...refused]);
    return true;
  } catch (error) {
    showRefusal(error);
    return false;
  }
}

function sumOf(previews: readonly components['schemas']['DeletionPreview'][]) {
  const sum = (field: 'blocks' | 'liveStreams' | 'accesses') =>
    previews.reduce((total, preview) => total + preview[field], 0);
  return { blocks: sum('blocks'), liveStreams: sum('liveStreams'), accesses: sum('accesses') };
}
