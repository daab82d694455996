/** The keys with which reminders reach native apps (docs/product.md, 42.15), from the environment and files that it names. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { flag, jsonFile } from './config-values.ts';
import { isLoopback } from './http/loopback.ts';

export interface ApnsSettings {
  key: KeyObject;
  keyId: string;
  teamId: string;
  /** The bundle of the app. */
  topic: string;
  origin: string;
}

export interface FcmSettings {
  key: KeyObject;
  keyId: string | undefined;
  projectId: string;
  clientEmail: string;
  tokenUri: string;
  origin: string;
}

export interface AppPushConfig {
  apns?: ApnsSettings;
  fcm?: FcmSettings;
}

type Check = <T>(name: string, parse: (value: string) => T | undefined, expected: string) => T | undefined;

/**
 * @param check reads a variable and notes its fault.
 * @param apple the team and the bundle of the app.
 */
export function readPushConfig(check: Check, faults: string[], apple: string | undefined): AppPushConfig {
  const key = check('APNS_KEY_FILE', keyFile, 'the path of a .p8 file with a key on the curve P-256');
  const keyId = check('APNS_KEY_ID', appleId, 'ten letters and digits');
  const teamId = check('APNS_TEAM_ID', appleId, 'ten letters and digits');
  const isSandbox = check('APNS_SANDBOX', flag, '0 or 1') ?? false;
  const fcm = check(
    'FCM_SERVICE_ACCOUNT_FILE',
    serviceAccount,
    'the path of a JSON file with project_id, client_email, private_key and token_uri of a service account',
  );
  const given = { key, keyId, teamId };
  const isSome = Object.values(given).some((value) => value !== undefined);
  if (isSome && Object.values(given).some((value) => value === undefined))
    faults.push('APNS_KEY_FILE, APNS_KEY_ID and APNS_TEAM_ID must be set together');
  if (isSome && apple === undefined)
    faults.push('APPLE_APP must be set with APNS_KEY_FILE: it names the app');
  const origin = `https://api.${isSandbox ? 'sandbox.' : ''}push.apple.com`;
  const topic = apple?.replace(/^[^.]+\./, '');
  return {
    ...(key && keyId && teamId && topic ? { apns: { key, keyId, teamId, topic, origin } } : {}),
    ...(fcm ? { fcm } : {}),
  };
}

function appleId(value: string): string | undefined {
  return /^[A-Z0-9]{10}$/.test(value) ? value : undefined;
}

function keyFile(path: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(readFileSync(path));
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

function serviceAccount(path: string): FcmSettings | undefined {
  const account = Object(jsonFile(path)?.json) as Record<string, unknown>;
  const { project_id: projectId, client_email: clientEmail, token_uri: tokenUri } = account;
  const { private_key: pem, private_key_id: keyId } = account;
  if (typeof projectId !== 'string' || !/^[a-z0-9][a-z0-9.:-]{1,62}$/.test(projectId)) return undefined;
  if (typeof clientEmail !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(clientEmail)) return undefined;
  if (typeof tokenUri !== 'string' || !isSafe(tokenUri) || typeof pem !== 'string') return undefined;
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') return undefined;
    const origin = 'https://fcm.googleapis.com';
    return {
      key,
      projectId,
      clientEmail,
      tokenUri,
      origin,
      keyId: typeof keyId === 'string' ? keyId : undefined,
    };
  } catch {
    return undefined;
  }
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
