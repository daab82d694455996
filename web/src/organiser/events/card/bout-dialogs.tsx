import { boutName } from '@ringside/rules/bout-words';
import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { proposedBanner } from '../banner/banner-words.ts';
import { tellViewersToast } from '../banner/tell-viewers.tsx';
import { BoutForm } from './bout-form.tsx';
import { bodyOf, createOf, newBout, valuesOf } from './bout-values.ts';
import { type Bout, type BoutPath, cardQueries, createBout, readBout, updateBout } from './card.queries.ts';
import { type Card, mostBouts } from './card-order.ts';

/** @param blockId the block to begin with. */
export function openNewBout(eventId: string, card: Card, blockId: string) {
  openModal({
    title: 'Add a bout',
    size: '46rem',
    content: (close) => <NewBout {...{ eventId, card, blockId, close }} />,
  });
}

/** @param place as viewers count; undefined: they do not see the card. */
export function openBout(path: BoutPath, bout: Bout, place: string | undefined) {
  openModal({
    title: `Edit ${boutName(bout)}`,
    size: '46rem',
    content: (close) => <EditBout {...{ path, place, close }} />,
  });
}

interface NewProps {
  eventId: string;
  card: Card;
  blockId: string;
  close: () => void;
}

function NewBout({ eventId, card, blockId, close }: NewProps) {
  const refresh = useRefresh(close);
  const before = card.find(({ block }) => block.id === blockId)?.bouts.at(-1);
  const free = card.filter(({ bouts }) => bouts.length < mostBouts);
  return (
    <BoutForm
      blocks={free.map(({ block }) => block)}
      stored={{ etag: '', values: newBout(blockId, before) }}
      submitLabel="Add the bout"
      save={(values) => createBout(eventId, createOf(values as Required<typeof values>))}
      onSaved={() => refresh('The bout is added')}
    />
  );
}

interface EditProps {
  path: BoutPath;
  place: string | undefined;
  close: () => void;
}

function EditBout({ path, place, close }: EditProps) {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery({ ...cardQueries.bout(path), refetchOnWindowFocus: false });
  if (!data) return isError ? <ErrorState onRetry={refetch} /> : <Skeleton height={480} />;
  const stored = ({ value, etag }: typeof data) => ({
    etag,
    values: valuesOf(value),
    fighters: [value.red.fighter, value.blue.fighter],
  });
  const now = stored(data);
  return (
    <BoutForm
      stored={now}
      fighters={now.fighters}
      hasReason={data.value.status !== 'announced'}
      submitLabel="Save"
      save={(edits, etag) => updateBout(path, bodyOf(edits), etag)}
      reread={async () => stored(await readBout(path))}
      onSaved={async () => {
        close();
        const { value } = await readBout(path);
        const isReplaced = value.status === 'replaced' && fightersOf(value) !== fightersOf(data.value);
        const text = isReplaced && place ? proposedBanner(value, place) : undefined;
        tellViewersToast(`${boutName(value)} is saved`, path.eventId, text);
        await queryClient.invalidateQueries();
      }}
    />
  );
}

const fightersOf = ({ red, blue }: Bout) => [red.fighter?.id, blue.fighter?.id].join();

function useRefresh(close: () => void) {
  const queryClient = useQueryClient();
  return async (title: string) => {
    close();
    showToast({ id: 'card', title, tone: 'success' });
    await queryClient.invalidateQueries();
  };
}
