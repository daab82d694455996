/**
 * The address by which one server fetches from another: `/media/relay/<sig>/<exp>/<serverId>/<videoId>/<kind>/<rung>/<name>`.
 * It names no viewer, opens one thing at one server, and lives for half a minute.
 */
import {
  type Claim,
  createSignatureCheck,
  expirySeconds,
  type SigningKey,
  sign,
} from '../origin/signature.ts';

export interface RelayTarget {
  /** The server that is asked: another one, or one that has started anew, refuses. */
  serverId: string;
  videoId: string;
  kind: 'master' | 'list' | 'init' | 'segment';
  rung: string;
  /** Of a file without its ending; of a playlist its mode. */
  name: string;
}

export const relayPrefix = '/media/relay';

const lifeMs = 30_000;

export function signRelayPath(key: SigningKey, target: RelayTarget, nowMs: number): string {
  const exp = expirySeconds(new Date(nowMs + lifeMs));
  const claim = claimOf(target, exp);
  return [relayPrefix, sign(key, claim), exp, ...claim.elements].join('/');
}

export type RelayCheck = (sig: string, exp: string, target: RelayTarget, nowMs: number) => boolean;

export function createRelayCheck(key: SigningKey): RelayCheck {
  const isSigned = createSignatureCheck(key);
  return (sig, exp, target, nowMs) => isSigned(sig, claimOf(target, exp), nowMs);
}

function claimOf({ serverId, videoId, kind, rung, name }: RelayTarget, exp: string): Claim {
  return { kind: 'relay', exp, elements: [serverId, videoId, kind, rung, name] };
}
