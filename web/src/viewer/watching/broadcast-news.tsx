import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Broadcast } from '../competitions/competition-types.ts';

/** Tells screen readers each change of the broadcast once. The region is always there, or it would not be heard. */
export function BroadcastNews({ broadcast }: { broadcast: Broadcast }) {
  const [known, setKnown] = useState(broadcast);
  const [news, setNews] = useState('');
  if (broadcast !== known) {
    setKnown(broadcast);
    setNews(newsOf(known, broadcast));
  }
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}

function newsOf(before: Broadcast, broadcast: Broadcast): string {
  switch (broadcast) {
    case 'waiting':
      return 'The picture will start soon.';
    case 'live':
      return before === 'interrupted' ? 'The picture is back.' : 'The broadcast has begun.';
    case 'interrupted':
      return 'The picture is interrupted. It comes back by itself.';
    case 'ended':
      return 'The broadcast has ended. The replay begins in a moment.';
    default:
      return '';
  }
}
