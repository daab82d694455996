/** What is wrong with a subscription that somebody gave. */
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';

/**
 * Only the address as text: what its name leads to is checked when the connection is made.
 * @returns what is wrong with it.
 */
export function endpointFault(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return 'Must be an address.';
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:') return 'Must be an https address.';
  if (username !== '' || password !== '') return 'Must not have a user name or a password.';
  if (port !== '') return 'Must use the standard port.';
  const isName =
    isIP(hostname) === 0 && !hostname.startsWith('[') && hostname.replace(/\.$/, '').includes('.');
  const isOwnNetwork = /\.(?:localhost|local|internal|lan|home\.arpa)\.?$/.test(hostname);
  return isName && !isOwnNetwork ? undefined : 'Must be the name of a public host.';
}

/** Whether a message can be encrypted for this key: a point that is not on the curve has no shared secret. */
export function isKeyOnCurve(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
