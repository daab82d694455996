/**
 * A device that has signed in to an account keeps a proof of it, even after it signs out, so that nobody can lock the
 * owner out by guessing wrong passwords (OWASP, "device cookies"). The proof does not replace the password. It counts
 * until all sessions of the account are ended: the device may be a thief's.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setHiddenCookie } from '../../http/hidden-cookies.ts';

const lifetimeMs = 180 * 24 * 3_600_000;
const proofLength = 43;

/** By its id, not its address: the next account of an address is somebody else's. */
export interface DeviceOwner {
  id: string;
  deviceEpoch: number;
}

export interface KnownDevices {
  /** True when the device has signed in to the account before. */
  isKnown(request: FastifyRequest, owner: DeviceOwner): boolean;
  /** False: the call carries no proof of any account, so no account has to be read. */
  hasProof(request: FastifyRequest): boolean;
  remember(
    reply: FastifyReply,
    owner: DeviceOwner,
    options: { remember: boolean; secure: boolean; now: Date },
  ): void;
}

/** @param secret a key of the server, from which a separate key is derived. */
export function createKnownDevices(secret: Buffer): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'ringside known device', 32));
  const proofOf = ({ id, deviceEpoch }: DeviceOwner) =>
    createHmac('sha256', key).update(`${id}\n${deviceEpoch}`).digest('base64url');
  // A call with an Authorization header has skipped the CSRF check, so its cookies are ignored.
  const givenBy = ({ headers, cookies }: FastifyRequest) =>
    headers.authorization === undefined ? (cookies.knownDevice ?? '') : '';

  return {
    hasProof: (request) => givenBy(request).length === proofLength,

    isKnown(request, owner) {
      const [a, b] = [givenBy(request), proofOf(owner)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
      return a.length === b.length && timingSafeEqual(a, b);
    },

    remember(reply, owner, { remember, secure, now }) {
      setHiddenCookie(reply, 'knownDevice', proofOf(owner), {
        secure,
        ...(remember ? { expires: new Date(now.getTime() + lifetimeMs) } : {}),
      });
    },
  };
}

/**
 * The devices of an account have become strangers, except the calling one, if it was known.
 * @param owner with the epoch that is new.
 */
export function keepKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: DeviceOwner,
  deps: { knownDevices: KnownDevices; isSecure: (request: FastifyRequest) => boolean; now: () => Date },
): void {
  const before = { ...owner, deviceEpoch: owner.deviceEpoch - 1 };
  if (!deps.knownDevices.isKnown(request, before)) return;
  deps.knownDevices.remember(reply, owner, {
    remember: request.cookies.remember === 'true',
    secure: deps.isSecure(request),
    now: deps.now(),
  });
}
