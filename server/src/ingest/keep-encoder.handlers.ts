import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { lockLiveStream } from '../events/live-stream.repository.ts';
import { problem } from '../http/problems.ts';
import { keepEncoder } from './claim.repository.ts';
import { lockIngest } from './ingest.repository.ts';

/** Which of two encoders with one key keeps the stream. */
export function keepEncoderHandlers({ db }: { db: Db }): Handlers<'keepEncoder'> {
  return {
    async keepEncoder({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const stream = await lockLiveStream(trx, path);
        const row = await lockIngest(trx, path);
        if (stream === undefined || row === undefined) throw problem('not-found');
        if (!(await keepEncoder(trx, row.id)))
          throw problem('conflict', { detail: 'No encoder sends a picture.' });
        await recordChange(trx, request, {
          action: 'keepEncoder',
          entityId: row.id,
          before: { isEncoderKept: row.isEncoderKept },
          after: { isEncoderKept: true },
        });
      });
      return { status: 204 };
    },
  };
}
