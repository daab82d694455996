/**
 * The identity token is only for display and for choosing what to show. The server never trusts it for a decision, so
 * the client does not verify its signature.
 */
export interface Identity {
  userId: string;
  /** The display name; the e-mail address when the token has no name. */
  name: string;
  email: string;
  permissions: readonly string[];
}

/** Throws 'Invalid JWT token' for anything but a readable three-part token (docs/product.md, 4.11). */
export function decodeIdentityToken(token: string): Identity {
  const parts = token.split('.');
  if (parts.length !== 3) throw new Error('Invalid JWT token');
  const claims = readClaims(parts[1] ?? '');
  const userId = typeof claims.sub === 'string' ? claims.sub : '';
  const email = typeof claims.email === 'string' ? claims.email : '';
  const name = typeof claims.name === 'string' && claims.name !== '' ? claims.name : email;
  const permissions = Array.isArray(claims.permissions) ? claims.permissions : [];
  return { userId, name, email, permissions: permissions.filter((code) => typeof code === 'string') };
}

function readClaims(part: string): Record<string, unknown> {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims === 'object' && claims !== null) return { ...claims };
  } catch {
    // Falls through to the error below.
  }
  throw new Error('Invalid JWT token');
}
