/**
 * The identity token is for display and for choosing what to offer; the server never trusts it for a decision,
 * so the client does not verify its signature either.
 */
export interface Identity {
  /** The name to greet with; the e-mail address when the token holds none. */
  name: string;
  email: string;
  permissions: readonly string[];
}

/** Throws 'Invalid JWT token' (specification, section 5) for anything that is not a readable three-part token. */
export function decodeIdentityToken(token: string): Identity {
  const parts = token.split('.');
  if (parts.length !== 3) throw new Error('Invalid JWT token');
  const claims = readClaims(parts[1] ?? '');
  const email = typeof claims.email === 'string' ? claims.email : '';
  const name = typeof claims.name === 'string' && claims.name !== '' ? claims.name : email;
  const permissions = Array.isArray(claims.permissions) ? claims.permissions : [];
  return { name, email, permissions: permissions.filter((code) => typeof code === 'string') };
}

function readClaims(part: string): Record<string, unknown> {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims === 'object' && claims !== null) return { ...claims };
  } catch {
    // Falls through to the one error that the specification names.
  }
  throw new Error('Invalid JWT token');
}
