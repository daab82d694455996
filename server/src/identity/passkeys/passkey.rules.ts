/** The figures and words of passkeys (docs/product.md, 9.14). */

/** How long the options of a ceremony work: a person may have to look for the key. */
export const challengeLifetimeMs = 5 * 60_000;

/** A person has a few devices and keys; without a bound, each call could store another row. */
export const passkeyLimit = 20;

/** WebAuthn, 7.1: an id has at most 1023 bytes. */
const credentialIdLimit = 1_023;
/** A key of RSA with 4096 bits has 530 bytes. */
const publicKeyLimit = 1_024;

/** The same words for every reason, so that they help nobody to forge an answer. */
export const refusedPasskeyWords = 'This passkey was not accepted. Try again.';
export const refusedSignInWords = 'This passkey was not accepted. Sign in another way.';

/** Both are base64url. */
export function isStorable({
  credentialId,
  publicKey,
}: {
  credentialId: string;
  publicKey: string;
}): boolean {
  return byteLength(credentialId) <= credentialIdLimit && byteLength(publicKey) <= publicKeyLimit;
}

function byteLength(base64url: string): number {
  return Math.floor((base64url.length * 3) / 4);
}

/**
 * The challenge that an answer claims to answer; nothing is verified yet.
 * @param clientData a JSON text in base64url, made by the browser.
 * @returns undefined for a text that cannot be one of our challenges.
 */
export function challengeOf(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof knownTransports)[number];

/** The ways to reach an authenticator that browsers know; a client can send any text. */
export function toTransports(texts: readonly string[]): Transport[] {
  return knownTransports.filter((transport) => texts.includes(transport));
}
