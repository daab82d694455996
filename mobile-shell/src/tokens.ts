/**
 * The tokens of the signed-in viewer: in memory while the app runs, in the vault for its next start. A *sign-in* is one
 * stay of one account. What is still on its way when that ends must not bring it back.
 */
import type { Vault } from './vault.ts';

interface Token {
  value: string;
  /** ISO 8601. */
  expiresAt: string;
}

export interface TokenSet {
  accessToken: Token;
  identityToken: Token;
  refreshToken: Token;
}

interface Held {
  tokens: TokenSet;
  /** False: the sign-in ends with this run of the app, so the vault never has it. */
  remember: boolean;
}

export type TokenStore = Awaited<ReturnType<typeof openTokens>>;

export async function openTokens(vault: Vault) {
  const stored = await vault.read('tokens');
  let held: Held | undefined = isTokenSet(stored) ? { tokens: stored, remember: true } : undefined;
  let signIns = 0;
  /** One after the other: the last change is what the vault has in the end. */
  let writing: Promise<unknown> = Promise.resolve();

  function keep(next: Held | undefined) {
    held = next;
    writing = writing
      .then(() => (next?.remember ? vault.write('tokens', next.tokens) : vault.remove('tokens')))
      // A vault that refuses costs the viewer a sign-in at the next start.
      .catch(() => {});
    return writing;
  }

  return {
    get: () => held?.tokens,
    /** The account that is signed in. */
    subject: () => held && subjectOf(held.tokens.identityToken.value),
    /** Which sign-in this is; for `renewed`. */
    current: () => signIns,
    /** Resolves when the vault has them. */
    signedIn(tokens: TokenSet, remember: boolean) {
      signIns += 1;
      return keep({ tokens, remember });
    },
    /** @param signIn the one that asked for them; the tokens of one that has ended are dropped. */
    async renewed(tokens: TokenSet, signIn: number) {
      if (held && signIn === signIns) await keep({ ...held, tokens });
    },
    forget() {
      if (!held) return writing;
      signIns += 1;
      return keep(undefined);
    },
    /** What a browser would have in its readable cookies. */
    asCookies() {
      if (!held) return '';
      const { accessToken, identityToken, refreshToken } = held.tokens;
      return [
        `identityToken=${identityToken.value}`,
        `accessTokenExpirationDate=${encodeURIComponent(accessToken.expiresAt)}`,
        `refreshTokenExpirationDate=${encodeURIComponent(refreshToken.expiresAt)}`,
        `remember=${held.remember}`,
      ].join('; ');
    },
  };
}

/** The server has signed it, and judges what is done with it. */
function subjectOf(identityToken: string): string | undefined {
  try {
    const claims = identityToken.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

export function isTokenSet(value: unknown): value is TokenSet {
  const set = value as Partial<TokenSet> | null | undefined;
  return [set?.accessToken, set?.identityToken, set?.refreshToken].every(
    (token) => typeof token?.value === 'string' && typeof token.expiresAt === 'string',
  );
}
