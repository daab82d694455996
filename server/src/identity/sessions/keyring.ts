/**
 * This server's copy of the keys that sign and verify tokens. It finds a new key of another server or of the operator
 * when the first token with it arrives, and signs with it from the next minute on.
 * So no server has to be restarted. Old keys verify for 31 more days, or stop at once after a leak (`rotate-keys
 * --drop-old`). The price: the keys are in the database and its backups.
 */

import type { Db } from '../../db/database.ts';
import { isStoredUuid } from '../../db/uuid.ts';
import { hasTokenKey, listTokenKeys, type TokenKey } from './signing-keys.ts';

/** Within this time dropped keys stop verifying and new keys start signing. */
const rereadMs = 60_000;

export interface Keyring {
  /** The newest key, which signs. It never queries the database, because tokens are signed inside of transactions. */
  current(): TokenKey;
  /** Any valid key. @throws when it must query the database and cannot reach it. */
  find(id: string): Promise<TokenKey | undefined>;
}

interface Options {
  tokenKeys: TokenKey[];
  now: () => Date;
  /** Called when rereading fails; the known keys stay valid until it succeeds. */
  onError: (error: unknown) => void;
}

export function createKeyring(db: Db, { tokenKeys, now, onError }: Options): Keyring {
  let keys = tokenKeys;
  let readAt = now().getTime();
  let rereading: Promise<void> | undefined;

  const reread = () => {
    rereading ??= listTokenKeys(db)
      .then((read) => {
        keys = read;
        readAt = now().getTime();
      })
      .finally(() => {
        rereading = undefined;
      });
    return rereading;
  };
  const rereadIfOld = () => {
    if (Math.abs(now().getTime() - readAt) > rereadMs) reread().catch(onError);
  };
  const known = (id: string) => keys.find((key) => key.id === id);

  return {
    current() {
      rereadIfOld();
      const [newest] = keys;
      if (newest === undefined) throw new Error('There is no key to sign tokens with');
      return newest;
    },

    async find(id) {
      rereadIfOld();
      // Anyone can invent an id: read all keys only for an id that exists.
      if (!known(id) && isStoredUuid(id) && (await hasTokenKey(db, id))) {
        await reread();
        // The read that was already running may have begun before the key existed.
        if (!known(id)) await reread();
      }
      return known(id);
    },
  };
}
