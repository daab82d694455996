import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { type ByteRange, parseByteRange } from '../../media/byte-range.ts';
import { findIngest } from '../ingest.repository.ts';
import type { Ingest } from '../ingest.ts';
import { recordingFile } from './recording-file.ts';

interface Deps {
  db: Db;
  ingest: Ingest;
}

/** What was recorded of a broadcast that is over. */
export function recordingHandlers({ db, ingest }: Deps): Handlers<'downloadRecording'> {
  return {
    async downloadRecording({ path, request, reply }) {
      const row = await findIngest(db, path);
      if (row === undefined) throw problem('not-found');
      if (row.endedAt === null)
        throw problem('conflict', {
          detail: 'The broadcast goes on: its recording can be downloaded when it has ended.',
        });
      const recording = await ingest.broadcasts.recordingOf(row);
      if (recording === undefined) throw problem('not-found', { detail: 'Nothing was recorded.' });
      const file = await recordingFile(recording);
      if (file === undefined) {
        const detail =
          'The encoder changed its format during the broadcast, so that one file cannot hold the recording. The replay plays it.';
        throw problem('conflict', { detail });
      }
      const { size, etag } = file;
      const headers = {
        'accept-ranges': 'bytes',
        etag,
        'content-type': 'video/mp4',
        'content-disposition': `attachment; filename="recording-${row.startedAt?.slice(0, 10)}.mp4"`,
      };
      const part = partOf(request, reply, { size, etag });
      const { start, end } = part ?? { start: 0, end: size - 1 };
      const isHead = request.method === 'HEAD';
      const body = isHead
        ? Readable.from([])
        : Readable.from(file.read({ start, end }), { objectMode: false });
      const length = { 'content-length': String(end - start + 1) };
      if (part === undefined) return { status: 200, headers: { ...headers, ...length }, body };
      const range = { 'content-range': `bytes ${start}-${end}/${size}` };
      return { status: 206, headers: { ...headers, ...length, ...range }, body };
    },
  };
}

/** @returns undefined: the whole file. @throws problem 416. */
function partOf(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size, etag }: { size: number; etag: string },
): ByteRange | undefined {
  // A client must not join parts of two files, for example before and after another broadcast.
  const isSame = (headers['if-range'] ?? etag) === etag;
  const part = method === 'GET' && isSame ? parseByteRange(headers.range, size) : undefined;
  if (part !== 'unsatisfiable') return part;
  reply.header('content-range', `bytes */${size}`);
  throw problem('range-not-satisfiable');
}
