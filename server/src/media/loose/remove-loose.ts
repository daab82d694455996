/**
 * Removes files that lost the row they belonged to, or never got one. Several servers may do this at once.
 * The row of a picture is written after its files, and deleted before them: meanwhile its id stands in `loose_files`. The
 * row first would leave a picture without files after a crash. Triggers note what an ingest or an upload leaves.
 */
import type { Db } from '../../db/database.ts';
import type { LooseKind } from '../media.tables.ts';
import { deleteLooseFile, listLooseFiles } from './loose-file.repository.ts';

/** The upload of a picture fails when it takes longer. */
export const uploadMinutes = 30;
/** Nobody writes to it any more. A picture is well above `uploadMinutes`. */
const abandonedMinutes = { picture: 60, recording: 0, 'live-input': 0 };

/** @returns how many were removed; below the limit when nothing is left. @throws when none could be. */
export async function removeLoose(
  db: Db,
  { kind, limit }: { kind: LooseKind; limit: number },
  remove: (files: Awaited<ReturnType<typeof listLooseFiles>>[number]) => Promise<void>,
): Promise<number> {
  let [removed, failure]: [number, unknown] = [0, undefined];
  for (const files of await listLooseFiles(db, kind, abandonedMinutes[kind], limit)) {
    try {
      await remove(files);
      await deleteLooseFile(db, files.id);
      removed += 1;
    } catch (error) {
      // One that stays must not keep the others.
      failure = error;
    }
  }
  if (failure !== undefined && removed === 0) throw failure;
  return removed;
}
