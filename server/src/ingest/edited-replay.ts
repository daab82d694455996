import { problem } from '../http/problems.ts';
import type { IngestRow } from './ingest.tables.ts';
import type { Ingest } from './ingest.ts';

/**
 * Where the replay of a broadcast that is over can be cut; the last place is its length.
 * @throws problem 404 without an ingest, 409 when there is nothing to edit, or not yet.
 */
export async function placesToEdit(ingest: Ingest, row: IngestRow | undefined): Promise<number[]> {
  if (row === undefined) throw problem('not-found');
  if (row.remoteVideoId !== null)
    throw problem('conflict', { detail: 'The video provider has the recording: edit it there.' });
  if (row.endedAt === null) throw goesOn();
  const places = await ingest.broadcasts.cutPlacesOf(row);
  if (places.length === 0) throw problem('nothing-recorded');
  return places;
}

export function goesOn() {
  const detail = 'The broadcast goes on: its replay can be edited when it has ended.';
  return problem('conflict', { detail });
}
