import type { Db } from '../db/database.ts';
import { describeIngest } from '../ingest/describe-ingest.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { findDesk as findDeskRow } from './desk.repository.ts';
import { deskTimes, withPeak } from './desk.rules.ts';

export interface DeskSource {
  db: Db;
  now: () => Date;
  ingest: Pick<Ingest, 'isListening' | 'remote'>;
}

/** The desk as organisers see it; undefined: there is no such event. */
export async function findDesk({ db, now: clock, ingest: receiver }: DeskSource, eventId: string) {
  const now = clock();
  const { isListening, remote } = receiver;
  const providerName = remote?.name;
  const row = await findDeskRow(db, eventId, deskTimes(now));
  if (row === undefined) return undefined;
  const blocks = row.blocks.map((block) => ({
    ...block,
    liveStreams: block.liveStreams.map(({ ingest, ...stream }) => ({
      ...withPeak(stream),
      ingest: ingest && describeIngest(ingest, { now, isListening, providerName }),
    })),
  }));
  const viewers = blocks
    .flatMap(({ liveStreams }) => liveStreams)
    .reduce((sum, stream) => sum + stream.viewers, 0);
  return { ...row, viewers, blocks };
}
