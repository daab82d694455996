/**
 * The process that reads uploads: it has no secrets, no database and a low priority, and may die of a file without
 * anybody else noticing. It ends when its server does.
 */
import { encodePicture, PictureRefusal } from './encode-picture.ts';
import type { EncodeReply } from './encode-process-handle.ts';

process.on('message', async (upload: Buffer) => {
  process.send?.(await reply(Buffer.from(upload)));
});
process.on('disconnect', () => process.exit());
// A stop from the keyboard reaches the whole group, but uploads in hand are finished first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

async function reply(upload: Buffer): Promise<EncodeReply> {
  try {
    return { picture: await encodePicture(upload) };
  } catch (error) {
    if (error instanceof PictureRefusal) return { refusal: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
