/** Signs claims that carry their own expiry (HMAC-SHA256), and recognises the signed ones. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A key object instead of bytes: with bytes, each signature takes 14 µs instead of 2. */
export type SigningKey = KeyObject;

/** What an address may do. The kind is signed too, so that no address is taken for one of another kind. */
export interface Claim {
  kind: 'hls' | 'segment' | 'relay';
  /** Unix seconds; from this instant on the claim is refused. */
  exp: string;
  elements: readonly string[];
}

/** Only these elements are signed: no decoder can read them as another path. */
const plainElement = /^[A-Za-z0-9_-]{1,64}$/;

/** @returns base64url, 43 characters. @throws when an element could be read as several. */
export function sign(key: SigningKey, claim: Claim): string {
  if (!isPlain(claim)) throw new Error('An identifier of a media address has invalid characters');
  return signature(key, claim);
}

export function expirySeconds(expiresAt: Date): string {
  return String(Math.floor(expiresAt.getTime() / 1000));
}

export type SignatureCheck = (sig: string, claim: Claim, nowMs: number) => boolean;

/** A player sends one claim a hundred times; a cache of a few megabytes saves computing the signature each time. */
const rememberedClaims = 10_000;

/** The check returns true when this key signed exactly this claim and `exp` is in the future. */
export function createSignatureCheck(key: SigningKey): SignatureCheck {
  const genuine = new Set<string>();
  return (sig, claim, nowMs) => {
    if (nowMs >= Number(claim.exp) * 1000) return false;
    const known = `${sig}/${textOf(claim)}`;
    if (genuine.has(known)) return true;
    if (!isPlain(claim) || !isGenuine(key, sig, claim)) return false;
    if (genuine.size >= rememberedClaims) genuine.clear();
    genuine.add(known);
    return true;
  };
}

function isGenuine(key: SigningKey, sig: string, claim: Claim): boolean {
  // This compares the texts, not the decoded bytes: the last base64url character of a 32-byte digest has
  // spare bits, so several texts decode to one signature.
  const given = Buffer.from(sig);
  const expected = Buffer.from(signature(key, claim));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function isPlain({ elements }: Claim): boolean {
  return elements.every((element) => plainElement.test(element));
}

function signature(key: SigningKey, claim: Claim): string {
  return createHmac('sha256', key).update(textOf(claim)).digest('base64url');
}

function textOf({ kind, exp, elements }: Claim): string {
  return `${kind}/${exp}/${elements.join('/')}`;
}
