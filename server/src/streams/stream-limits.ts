import type { ConnectionLimits } from '../http/limits/connections.ts';
import type { StreamLimits } from './open-streams.ts';

/** Open streams leave room for requests: of one address, and of all. */
const [shareOfAll, shareOfAddress] = [0.8, 0.5];

export function streamLimits(connections: ConnectionLimits | undefined): StreamLimits {
  if (connections === undefined)
    return { most: Number.POSITIVE_INFINITY, mostPerAddress: Number.POSITIVE_INFINITY };
  return {
    most: Math.floor(connections.most * shareOfAll),
    mostPerAddress: Math.floor(connections.mostPerAddress * shareOfAddress),
  };
}
