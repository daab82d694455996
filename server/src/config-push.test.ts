import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ringside-push-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));
const curve = (namedCurve: string) => pemOf(generateKeyPairSync('ec', { namedCurve }).privateKey);
const rsa = pemOf(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey);
const p256 = curve('prime256v1');

const apple = {
  APPLE_APP: 'A1B2C3D4E5.live.ringside.app',
  APNS_KEY_FILE: fileOf('good.p8', p256),
  APNS_KEY_ID: 'KEY1234567',
  APNS_TEAM_ID: 'A1B2C3D4E5',
};
const account = {
  type: 'service_account',
  project_id: 'ringside-1',
  private_key_id: 'k1',
  private_key: rsa,
  client_email: 'push@ringside-1.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};
const accountFile = (changes: object) => ({
  FCM_SERVICE_ACCOUNT_FILE: fileOf('account.json', JSON.stringify({ ...account, ...changes })),
});

function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
}

describe('push messages for apps (42.17)', () => {
  it('have no service without keys', () => {
    expect(readConfig({ APPLE_APP: apple.APPLE_APP }).apps.push).toEqual({});
  });

  it("have Apple's, for the bundle of the app", () => {
    const { apns, fcm } = readConfig(apple).apps.push;
    expect(apns).toMatchObject({ topic: 'live.ringside.app', keyId: 'KEY1234567', teamId: 'A1B2C3D4E5' });
    expect([apns?.origin, fcm]).toEqual(['https://api.push.apple.com', undefined]);
    const trial = readConfig({ ...apple, APNS_SANDBOX: '1' }).apps.push.apns;
    expect(trial?.origin).toBe('https://api.sandbox.push.apple.com');
  });

  it("have Google's, from the file of a service account", () => {
    const { fcm } = readConfig(accountFile({})).apps.push;
    expect(fcm).toMatchObject({ projectId: 'ringside-1', keyId: 'k1', origin: 'https://fcm.googleapis.com' });
    expect(JSON.stringify(fcm)).not.toContain('PRIVATE');
  });

  it.each(['APNS_KEY_FILE', 'APNS_KEY_ID', 'APNS_TEAM_ID'])('need %s with the others', (name) => {
    const { [name as keyof typeof apple]: _, ...others } = apple;
    expect(faultOf(others)).toContain('APNS_KEY_FILE, APNS_KEY_ID and APNS_TEAM_ID must be set together');
  });

  it('need to know which app it is', () => {
    const { APPLE_APP: _, ...others } = apple;
    expect(faultOf(others)).toContain('APPLE_APP must be set with APNS_KEY_FILE');
  });

  it.each([
    ['APNS_KEY_FILE', path.join(folder, 'missing.p8')],
    ['APNS_KEY_FILE', folder],
    ['APNS_KEY_FILE', fileOf('text.p8', 'no key')],
    ['APNS_KEY_FILE', fileOf('other.p8', curve('secp384r1'))],
    ['APNS_KEY_FILE', fileOf('rsa.p8', rsa)],
    ['APNS_KEY_ID', 'key1234567'],
    ['APNS_KEY_ID', 'KEY123456'],
    ['APNS_TEAM_ID', 'A1B2C3D4E5\r\nx'],
    ['APNS_SANDBOX', 'maybe'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultOf({ ...apple, [name]: value })).toContain(`${name} must be`);
  });

  it.each([
    { project_id: undefined },
    { project_id: '../x' },
    { client_email: 'nobody' },
    { private_key: 'no key' },
    { private_key: p256 },
    { private_key: 7 },
    { token_uri: 'http://oauth2.googleapis.com/token' },
    { token_uri: 'file:///etc/passwd' },
  ])('refuse a service account with %o, without saying what is in it', (changes) => {
    const fault = faultOf(accountFile(changes));
    expect(fault).toContain('FCM_SERVICE_ACCOUNT_FILE must be the path of a JSON file');
    expect(fault).not.toMatch(/PRIVATE|gserviceaccount/);
  });

  it.each(['', '[]', 'null', '{', 'x'.repeat(20_480)])('refuse the file %s', (text) => {
    const env = { FCM_SERVICE_ACCOUNT_FILE: fileOf('broken.json', text) };
    expect(faultOf(env)).toContain('FCM_SERVICE_ACCOUNT_FILE must be');
  });
});
