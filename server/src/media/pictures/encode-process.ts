/**
 * The process that decodes uploads: it has no secrets, no database and a low priority, and a file that crashes it
 * affects no other request. It ends when its server ends.
 */
import { encodePicture, PictureRefusal } from './encode-picture.ts';
import type { EncodeReply, EncodeRequest } from './encode-process-handle.ts';

process.on('message', async ({ upload, shape }: EncodeRequest) => {
  process.send?.(await reply({ upload: Buffer.from(upload), shape }));
});
process.on('disconnect', () => process.exit());
// Ctrl+C signals the whole process group, but the server finishes its running uploads first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

async function reply({ upload, shape }: EncodeRequest): Promise<EncodeReply> {
  try {
    return { picture: await encodePicture(upload, shape) };
  } catch (error) {
    if (error instanceof PictureRefusal) return { refusal: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
