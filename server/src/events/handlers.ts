/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { accessHandlers } from './accesses/access.handlers.ts';
import { accessCsvHandlers } from './accesses/access-csv.handlers.ts';
import { blockHandlers } from './block.handlers.ts';
import { eventHandlers } from './event.handlers.ts';
import { liveStreamHandlers } from './live-stream.handlers.ts';

export const eventsHandlers = gather(
  eventHandlers,
  blockHandlers,
  liveStreamHandlers,
  accessHandlers,
  accessCsvHandlers,
);
