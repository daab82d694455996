/** Texts that must not appear in the log: what the requests of a test carry, and what the answers hold. */
import type { Answer } from '../harness.ts';

export const canary = 'canary-4711';

/** Headers of any request that say where it comes from. */
export const canaryHeaders: Record<string, string> = {
  'user-agent': canary,
  referer: `https://x.test/?${canary}`,
  'x-forwarded-for': canary,
};

/** What a browser of somebody else may send. */
export const canaryCookies: Record<string, string> = {
  accessToken: canary,
  refreshToken: canary,
  identityToken: canary,
  [canary]: canary,
};

/** Database drivers add these fields to an error: the row, the statement and its values. */
export const canaryError = Object.assign(
  new TypeError('the statement failed', { cause: new Error(canary) }),
  { code: 'XX000', detail: `Key (email)=(${canary})`, where: canary, hint: canary },
  { query: canary, params: [canary], parameters: [canary], internalQuery: canary },
);

/** Short texts are left out: they occur in every log without being a leak. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 8 ? [value] : [];
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

export function secretsOfCall(call: {
  body: unknown;
  query: unknown;
  cookies: unknown;
  headers: Record<string, string>;
}): string[] {
  const { authorization, 'checkout-key': checkoutKey } = call.headers;
  return textsOf([call.body, call.query, call.cookies, authorization?.replace('Bearer ', ''), checkoutKey]);
}

export function secretsOfAnswer({ status, headers, cookies, body }: Answer): string[] {
  return [
    ...textsOf([cookies.map(({ value }) => value), headers.location]),
    // Tokens and signed URLs; names and titles are shorter.
    ...textsOf(status < 400 ? body : []).filter((text) => text.length >= 40),
  ];
}
