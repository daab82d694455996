/** The outside system that keeps and delivers videos, from the environment. */
import { createPrivateKey } from 'node:crypto';
import { line, list, oneOf } from './config-values.ts';

interface MuxConfig {
  tokenId: string;
  tokenSecret: string;
  signingKeyId: string;
  /** PEM, RSA. */
  privateKey: string;
  webhookSecrets: string[];
}

interface CloudflareConfig {
  accountId: string;
  apiToken: string;
  customerCode: string;
  signingKeyId: string;
  /** PEM, RSA. */
  privateKey: string;
  webhookSecrets: string[];
}

/** undefined: this server is the only origin. */
export type VideoConfig =
  | { provider: 'mux'; settings: MuxConfig }
  | { provider: 'cloudflare'; settings: CloudflareConfig }
  | undefined;

type Check = <T>(name: string, parse: (value: string) => T | undefined, expected: string) => T | undefined;

const signingKey = 'the id of a signing key';
const privateKey = 'the private key of a signing key, in base64';
const secrets = 'one word, or two with a comma between them';

/** @param check reads a variable and notes its fault. @param isSet whether a variable has a value. */
export function readVideoConfig(
  check: Check,
  isSet: (name: string) => boolean,
  faults: string[],
): VideoConfig {
  const names = ['local', 'mux', 'cloudflare'] as const;
  const provider = check('VIDEO_PROVIDER', oneOf(names), 'local, mux or cloudflare') ?? 'local';
  const mux = {
    MUX_TOKEN_ID: check('MUX_TOKEN_ID', line, 'one word'),
    MUX_TOKEN_SECRET: check('MUX_TOKEN_SECRET', line, 'one word'),
    MUX_SIGNING_KEY: check('MUX_SIGNING_KEY', line, signingKey),
    MUX_PRIVATE_KEY: check('MUX_PRIVATE_KEY', rsaKey, privateKey),
  };
  const muxSecrets = check('MUX_WEBHOOK_SECRET', list(line), secrets) ?? [];
  const cloudflare = {
    CLOUDFLARE_ACCOUNT_ID: check('CLOUDFLARE_ACCOUNT_ID', hexadecimal, '32 hexadecimal digits'),
    CLOUDFLARE_API_TOKEN: check('CLOUDFLARE_API_TOKEN', line, 'one word'),
    CLOUDFLARE_CUSTOMER_CODE: check('CLOUDFLARE_CUSTOMER_CODE', label, 'letters and digits'),
    CLOUDFLARE_SIGNING_KEY: check('CLOUDFLARE_SIGNING_KEY', line, signingKey),
    CLOUDFLARE_PRIVATE_KEY: check('CLOUDFLARE_PRIVATE_KEY', rsaKey, privateKey),
  };
  const cloudflareSecrets = check('CLOUDFLARE_WEBHOOK_SECRET', list(line), secrets) ?? [];
  const accounts = { mux, cloudflare };
  for (const [name, account] of Object.entries(accounts)) {
    const needed = Object.keys(account);
    const given = [...needed, `${name.toUpperCase()}_WEBHOOK_SECRET`].filter(isSet);
    const missing = needed.filter((variable) => !isSet(variable));
    // Somebody who sets them expects videos of this provider.
    if (provider !== name && given.length > 0)
      faults.push(`${given.join(', ')} must be used with VIDEO_PROVIDER=${name}`);
    if (provider === name && missing.length > 0)
      faults.push(`${missing.join(', ')} must be set with VIDEO_PROVIDER=${name}`);
  }
  if (provider === 'mux') {
    const { MUX_TOKEN_ID: tokenId, MUX_TOKEN_SECRET: tokenSecret } = mux;
    const { MUX_SIGNING_KEY: signingKeyId, MUX_PRIVATE_KEY: key } = mux;
    if (!tokenId || !tokenSecret || !signingKeyId || !key) return undefined;
    const settings = { tokenId, tokenSecret, signingKeyId, privateKey: key, webhookSecrets: muxSecrets };
    return { provider, settings };
  }
  if (provider === 'cloudflare') {
    const { CLOUDFLARE_ACCOUNT_ID: accountId, CLOUDFLARE_API_TOKEN: apiToken } = cloudflare;
    const { CLOUDFLARE_CUSTOMER_CODE: customerCode, CLOUDFLARE_SIGNING_KEY: signingKeyId } = cloudflare;
    const { CLOUDFLARE_PRIVATE_KEY: key } = cloudflare;
    if (!accountId || !apiToken || !customerCode || !signingKeyId || !key) return undefined;
    const account = { accountId, apiToken, customerCode };
    const settings = { ...account, signingKeyId, privateKey: key, webhookSecrets: cloudflareSecrets };
    return { provider, settings };
  }
  return undefined;
}

function hexadecimal(value: string): string | undefined {
  return /^[0-9a-f]{32}$/i.test(value) ? value : undefined;
}

/** It becomes a part of a host's name. */
function label(value: string): string | undefined {
  return /^[A-Za-z0-9]{1,40}$/.test(value) ? value : undefined;
}

/** @returns PEM. */
function rsaKey(value: string): string | undefined {
  const pem = Buffer.from(value, 'base64').toString();
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : undefined;
  } catch {
    return undefined;
  }
}
