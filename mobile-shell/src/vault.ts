/** The secure storage of the system: the keychain of iOS, the keystore of Android. Nothing here is kept anywhere else. */
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';

export interface Vault {
  read: (key: VaultKey) => Promise<unknown>;
  write: (key: VaultKey, value: object) => Promise<void>;
  remove: (key: VaultKey) => Promise<void>;
}

type VaultKey = 'tokens' | 'provider-visit' | 'push';

/** In the storage of the webview: it goes with the app, and the keychain of iOS does not. It is no secret. */
const installedKey = 'ringside-installed';

/** As JSON. */
const nothing = 'null';

/**
 * @param isIos the keychain there outlives the app: what an earlier installation has left is removed.
 * @throws when the storage refuses.
 */
export async function openVault(isIos: boolean, marks: Storage): Promise<Vault> {
  await SecureStorage.setKeyPrefix('ringside_');
  // Neither in a backup nor on another device; readable while the screen is locked, because the sound may go on.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.afterFirstUnlockThisDeviceOnly);
  if (isIos && marks.getItem(installedKey) === null) await SecureStorage.clear();
  marks.setItem(installedKey, '1');
  return {
    async read(key) {
      try {
        return parse(await SecureStorage.getItem(key));
      } catch {
        // It was written with a key that this device has lost, such as after a change of the screen lock.
        await SecureStorage.removeItem(key).catch(() => {});
        return undefined;
      }
    },
    write: (key, value) => SecureStorage.setItem(key, JSON.stringify(value)),
    async remove(key) {
      // What could not be removed must not sign in at the next start.
      await SecureStorage.removeItem(key).catch(() => SecureStorage.setItem(key, nothing));
    },
  };
}

function parse(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
