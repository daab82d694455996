/**
 * The keys that tokens are signed and verified with, as this server knows them. A key that another server or the
 * operator has made meanwhile is found when the first token of it comes, and signs from the next minute on.
 */

import type { Db } from '../../db/database.ts';
import { isStoredUuid } from '../../db/uuid.ts';
import { hasTokenKey, listTokenKeys, type TokenKey } from './signing-keys.ts';

/** What was dropped stops verifying, and what is new starts signing, within this time. */
const rereadMs = 60_000;

export interface Keyring {
  /** The newest: it signs. Asks no database, since tokens are signed inside of transactions. */
  current(): TokenKey;
  /** Any that still verifies. @throws when the database is away and has to be asked. */
  find(id: string): Promise<TokenKey | undefined>;
}

interface Options {
  tokenKeys: TokenKey[];
  now: () => Date;
  /** Rereading failed; the keys that are known stay good until it works again. */
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
  const rereadNowAndThen = () => {
    if (Math.abs(now().getTime() - readAt) > rereadMs) reread().catch(onError);
  };
  const known = (id: string) => keys.find((key) => key.id === id);

  return {
    current() {
      rereadNowAndThen();
      const [newest] = keys;
      if (newest === undefined) throw new Error('There is no key to sign tokens with');
      return newest;
    },

    async find(id) {
      rereadNowAndThen();
      // Anybody can make up an id: only one that exists is worth reading them all.
      if (!known(id) && isStoredUuid(id) && (await hasTokenKey(db, id))) {
        await reread();
        // What was being read already may have begun before the key was made.
        if (!known(id)) await reread();
      }
      return known(id);
    },
  };
}
