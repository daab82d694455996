import { done } from '../../../api/done.ts';
import { type Block, type BlockPath, createStream } from './blocks.queries.ts';

/** Copies the streams of a block in their order, inactive: a camera belongs to the block that is on. @returns how many failed. */
export async function copyStreams(to: BlockPath, { liveStreams }: Block): Promise<number> {
  let failed = 0;
  for (const { name, description, videoId, weight } of liveStreams) {
    try {
      await done(createStream(to, { name, description, videoId, weight, status: 'inactive' }));
    } catch {
      failed += 1;
    }
  }
  return failed;
}
