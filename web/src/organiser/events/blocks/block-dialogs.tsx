import { Checkbox, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { BlockForm, type EventOfBlocks } from './block-form.tsx';
import { lengthMs, nextTimes } from './block-times.ts';
import { copyName, createOf, updateOf, valuesOf } from './block-values.ts';
import { type Block, blocksQueries, createBlock, readBlock, updateBlock } from './blocks.queries.ts';
import { copyStreams } from './copy-streams.ts';

interface DialogProps {
  event: EventOfBlocks;
  blocks: readonly Block[];
  close: () => void;
}

const nowhere = { name: '', address: '', cityName: '', countryName: '' };

export function NewBlock({ event, blocks, close }: DialogProps) {
  const refresh = useRefresh(close);
  return (
    <BlockForm
      event={event}
      isNew
      submitLabel="Add the block"
      stored={{
        etag: '',
        values: {
          name: '',
          slug: '',
          description: '',
          stripePriceId: '',
          location: nowhere,
          saleStartDate: null,
          saleEndDate: null,
          // As the block before it: mostly a whole evening is sold, or none of it.
          paymentRequired: blocks.at(-1)?.paymentRequired ?? false,
          ...nextTimes(event, blocks),
        },
      }}
      save={(values) => createBlock(event.id, createOf(values as Required<typeof values>))}
      onSaved={() => refresh('The block is added')}
    />
  );
}

/** A copy after the last block, as long as the original, under a name of its own. */
export function DuplicateBlock({ event, block, blocks, close }: DialogProps & { block: Block }) {
  const refresh = useRefresh(close);
  const [withStreams, setWithStreams] = useState(block.liveStreams.length > 0);
  const count = block.liveStreams.length;
  return (
    <BlockForm
      event={event}
      isNew
      submitLabel="Add the copy"
      stored={{
        etag: '',
        values: {
          ...valuesOf(block),
          ...copyName(block, blocks),
          ...nextTimes(event, blocks, lengthMs(block)),
        },
      }}
      save={(values) => createBlock(event.id, createOf(values as Required<typeof values>))}
      onSaved={async (response) => {
        const blockId = response.headers.get('Location')?.split('/').at(-1);
        const failed = withStreams && blockId ? await copyStreams({ eventId: event.id, blockId }, block) : 0;
        await refresh(
          'The copy is added',
          failed > 0
            ? `${failed} of its ${count} live streams could not be copied. Add them by hand.`
            : undefined,
        );
      }}
    >
      {count > 0 ? (
        <Checkbox
          checked={withStreams}
          onChange={({ currentTarget }) => setWithStreams(currentTarget.checked)}
          label={count === 1 ? 'Copy its live stream, too' : `Copy its ${count} live streams, too`}
          description="The copies are inactive until you set them active."
        />
      ) : null}
    </BlockForm>
  );
}

export function EditBlock({
  event,
  blockId,
  close,
}: {
  event: EventOfBlocks;
  blockId: string;
  close: () => void;
}) {
  const refresh = useRefresh(close);
  const path = { eventId: event.id, blockId };
  const { data, isError, refetch } = useQuery({
    ...blocksQueries.block(path),
    refetchOnWindowFocus: false,
  });
  if (!data) return isError ? <ErrorState onRetry={refetch} /> : <Skeleton height={480} />;
  const stored = ({ value, etag }: typeof data) => ({ etag, values: valuesOf(value) });
  return (
    <BlockForm
      event={event}
      blockId={blockId}
      submitLabel="Save"
      stored={stored(data)}
      save={(edits, etag) => updateBlock(path, updateOf(edits), etag)}
      reread={async () => stored(await readBlock(path))}
      onSaved={() => refresh('Saved')}
    />
  );
}

function useRefresh(close: () => void) {
  const queryClient = useQueryClient();
  return async (title: string, warning?: string) => {
    close();
    showToast({
      id: 'blocks',
      title,
      tone: warning ? 'warning' : 'success',
      ...(warning ? { description: warning } : {}),
    });
    await queryClient.invalidateQueries();
  };
}
