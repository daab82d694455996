/** Live ingest as a server without it has it: no port, no files. */
import type { Db } from '../src/db/database.ts';
import { Ingest } from '../src/ingest/ingest.ts';

export function unusedIngest(db: Db): Ingest {
  return new Ingest({
    ...{ db, now: () => new Date(), recordingDir: 'unused', dvrMinutes: 0, mediaKey: Buffer.alloc(32) },
    ...{ host: '127.0.0.1', port: undefined, publicUrl: undefined },
    log: { info() {}, warn() {} },
  });
}
