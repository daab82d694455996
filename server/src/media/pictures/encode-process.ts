/**
 * The process that decodes uploads: it has no secrets, no database and a low priority, and a file that crashes it
 * affects no other request. It ends when its server ends.
 */
import { encodePicture, PictureRefusal } from './encode-picture.ts';
import type { EncodeReply } from './encode-process-handle.ts';

process.on('message', async (upload: Buffer) => {
  process.send?.(await reply(Buffer.from(upload)));
});
process.on('disconnect', () => process.exit());
// Ctrl+C signals the whole process group, but the server finishes its running uploads first.
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
