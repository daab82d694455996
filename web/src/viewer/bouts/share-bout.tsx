import { Button } from '@mantine/core';
import { boutName } from '@ringside/rules/bout-words';
import { IconShare2 } from '@tabler/icons-react';
import { useMatch } from 'react-router';
import { serverOrigin } from '../../config.ts';
import { paths } from '../../paths.ts';
import { shareLink } from '../../ui/share/share-link.tsx';
import { boutHash } from './bout-words.ts';
import type { Bout, EventOfBouts } from './bouts.queries.ts';

/**
 * Shares a bout: on the page of the event, or beside a picture the place in the video where it begins. The link names the bout, not the
 * time, which would tell how long the fights before it took.
 */
export function ShareBout({ bout, event }: { bout: Bout; event: EventOfBouts }) {
  const isEventPage = useMatch(paths.competition.pattern) !== null;
  const block = event.blocks.find(({ id }) => id === bout.blockId);
  const eventHref = paths.competition.href(event.slug);
  const href = isEventPage || !block ? eventHref : paths.block.href(event.slug, block.slug);
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={18} aria-hidden />}
      onClick={() =>
        void shareLink(`${boutName(bout)}, ${event.name}`, `${serverOrigin}${href}${boutHash(bout.id)}`)
      }
    >
      Share this fight
    </Button>
  );
}
