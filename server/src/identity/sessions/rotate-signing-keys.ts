import { recordChange } from '../../audit/record-change.ts';
import type { Db } from '../../db/database.ts';
import { deleteOtherTokenKeys, insertTokenKey, lockSigningKeys, newestTokenKey } from './signing-keys.ts';

/**
 * Makes a new key for tokens. Running servers sign with it from the next minute on. Tokens of the old keys stay valid
 * until they expire; then the clean-up deletes those keys.
 * @param options.dropOld for a leaked key: deletes the old keys at once. Clients then refresh, and nobody is signed
 * out, because refresh tokens are not signed.
 * @returns the id of the new key.
 */
export async function rotateSigningKeys(
  db: Db,
  now: Date,
  { dropOld = false }: { dropOld?: boolean } = {},
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const newest = await newestTokenKey(trx);
    // Even after the database's clock was set back: the new key must be the newest.
    const createdAt = new Date(Math.max(now.getTime(), newest ? Date.parse(newest.createdAt) + 1 : 0));
    const id = await insertTokenKey(trx, createdAt);
    if (dropOld) await deleteOtherTokenKeys(trx, id);
    await recordChange(trx, null, {
      action: 'admin rotate-keys',
      entityId: id,
      before: null,
      after: { purpose: 'token', oldKeys: dropOld ? 'deleted' : 'kept until what they signed expires' },
    });
    return id;
  });
}
