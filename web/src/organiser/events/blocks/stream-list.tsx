import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import type { May } from '../use-may.ts';
import { type Block, blocksInCache, type LiveStream } from './blocks.queries.ts';
import classes from './blocks-page.module.css';
import { NewStream } from './stream-dialogs.tsx';
import { HalfOrdered, moved, storeOrder } from './stream-order.ts';
import { StreamRow } from './stream-row.tsx';

/** The live streams of a block in the order in which viewers see them. */
export function StreamList({ block, may }: { block: Block; may: May }) {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState('');
  const path = { eventId: block.eventId, blockId: block.id };
  const order = useMutation({
    // One after the other, each from what the one before has left: the list is read again before the next one runs.
    scope: { id: `order of ${block.id}` },
    mutationFn: (streams: LiveStream[]) => {
      const stored = blocksInCache(queryClient, block.eventId).find(({ id }) => id === block.id) ?? block;
      return storeOrder(path, streams, stored.liveStreams);
    },
    onSettled: () => queryClient.invalidateQueries(),
    onError: (error) => showToast({ id: 'streams', tone: 'warning', ...failureInWords(error) }),
    meta: { showsProblem: true },
  });
  // The wanted order is shown while it is stored; a failure brings the stored one back.
  const streams = order.isPending ? order.variables : block.liveStreams;

  function move(stream: LiveStream, by: -1 | 1) {
    const next = moved(streams, stream.id, by);
    setSaid(`${stream.name} is now ${next.findIndex(({ id }) => id === stream.id) + 1} of ${next.length}`);
    order.mutate(next);
  }
  return (
    <section className={classes.streams} aria-label={`Live streams of ${block.name}`}>
      <div className={classes.streamsHead}>
        <h4 className={classes.streamsTitle}>
          {streams.length === 0 ? 'No live streams' : `Live streams (${streams.length})`}
        </h4>
        {may.create ? (
          <Button
            variant="subtle"
            px="xs"
            leftSection={<IconPlus size={18} aria-hidden />}
            aria-label={`Add a live stream to ${block.name}`}
            onClick={() =>
              openModal({
                title: `Add a live stream to ${block.name}`,
                content: (close) => <NewStream block={block} close={close} />,
              })
            }
          >
            Add a live stream
          </Button>
        ) : null}
      </div>
      {streams.length === 0 ? (
        <p className={classes.muted}>Without an active live stream nobody can watch this block.</p>
      ) : (
        <ol className={classes.streamList}>
          {streams.map((stream, index) => (
            <StreamRow
              key={stream.id}
              path={{ ...path, liveStreamId: stream.id }}
              stream={stream}
              position={index + 1}
              may={may}
              onUp={index > 0 ? () => move(stream, -1) : undefined}
              onDown={index < streams.length - 1 ? () => move(stream, 1) : undefined}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}

function failureInWords(error: unknown) {
  if (error instanceof HalfOrdered) {
    return {
      title: 'Only a part of the new order is stored',
      description: 'Load the page again, and look at the order before you change it.',
    };
  }
  return {
    title: 'The order is not stored',
    description: isProblem(error) ? error.detail : 'The server could not be reached. Try again.',
  };
}
