import { recordChange } from '../../audit/record-change.ts';
import type { Db } from '../../db/database.ts';
import { deleteOtherTokenKeys, insertTokenKey, lockSigningKeys, newestTokenKey } from './signing-keys.ts';

/**
 * Makes a new key for tokens. Servers that run sign with it from the next minute on; what the old keys have signed stays
 * good until it expires, and then the clean-up removes them.
 * @param options.dropOld for a key that has leaked: the old ones go at once. Clients then refresh, and nobody is signed
 * out, since refresh tokens are not signed.
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
    // Whatever the clock of this machine says: the new key is the newest.
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
