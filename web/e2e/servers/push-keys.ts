/** Keys of a server that reaches native apps. No journey waits for a reminder, so neither service is ever called. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** @returns the settings of a server, with their files in the folder. */
export function pushKeys(folder: string): Record<string, string> {
  const [keyFile, accountFile] = [path.join(folder, 'apns.p8'), path.join(folder, 'firebase.json')];
  const form = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  writeFileSync(keyFile, privateKey.export(form));
  const account = {
    project_id: 'ringside-journeys',
    client_email: 'push@ringside.test',
    private_key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(form),
    token_uri: 'http://127.0.0.1:1/token',
  };
  writeFileSync(accountFile, JSON.stringify(account));
  return {
    APPLE_APP: 'A1B2C3D4E5.live.ringside.app',
    APNS_KEY_FILE: keyFile,
    APNS_KEY_ID: 'KEY1234567',
    APNS_TEAM_ID: 'A1B2C3D4E5',
    FCM_SERVICE_ACCOUNT_FILE: accountFile,
  };
}
