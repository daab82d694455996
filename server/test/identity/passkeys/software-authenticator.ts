/**
 * An authenticator of WebAuthn in a few lines: it makes keys, attests nothing ('none') and signs challenges. A test can
 * bend each part of an answer, as an attacker or a broken device would.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What an attacker or a broken device would do differently. */
export interface Bend {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  userVerified?: boolean;
  userPresent?: boolean;
  isSynced?: boolean;
  counter?: number;
  userHandle?: string | null;
  credentialId?: Buffer;
  publicKey?: Buffer;
  format?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

const ourOrigin = 'http://localhost';

export class SoftwareAuthenticator {
  readonly credentialId: Buffer = randomBytes(32);
  readonly #key: { privateKey: KeyObject; publicKey: KeyObject };
  readonly #algorithm: 'ES256' | 'EdDSA';
  #userHandle = '';
  counter = 0;

  constructor(algorithm: 'ES256' | 'EdDSA' = 'ES256') {
    this.#algorithm = algorithm;
    this.#key =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  /** As `navigator.credentials.create()` answers. */
  create(options: CreationOptions, bend: Bend = {}) {
    this.#userHandle = options.user.id;
    const credentialId = bend.credentialId ?? this.credentialId;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const data = Buffer.concat([
      this.#authenticatorData(bend.rpId ?? options.rp.id, bend, 0x40),
      Buffer.alloc(16),
      length,
      credentialId,
      bend.publicKey ?? this.#coseKey(),
    ]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', bend.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    return {
      ...answerTo(credentialId),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, bend),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** As `navigator.credentials.get()` answers. */
  get({ challenge, rpId }: RequestOptions, bend: Bend = {}) {
    const data = this.#authenticatorData(bend.rpId ?? rpId, bend);
    const client = clientData('webauthn.get', challenge, bend);
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]);
    const signature = sign(this.#algorithm === 'ES256' ? 'sha256' : null, signed, this.#key.privateKey);
    return {
      ...answerTo(bend.credentialId ?? this.credentialId),
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: bend.userHandle === undefined ? this.#userHandle : bend.userHandle,
      },
    };
  }

  #authenticatorData(rpId: string, bend: Bend, moreFlags = 0): Buffer {
    const { userPresent = true, userVerified = true, isSynced = false, counter = this.counter } = bend;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const flags = Number(userPresent) | (Number(userVerified) << 2) | (isSynced ? 0x18 : 0) | moreFlags;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counted]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const pairs: Array<[number, unknown]> =
      this.#algorithm === 'ES256'
        ? [
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, xBytes],
            [-3, yBytes],
          ]
        : [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, xBytes],
          ];
    return cbor(new Map(pairs));
  }
}

/** An RSA key as COSE, of any length. */
export function rsaKey(modulusBytes: number): Buffer {
  const pairs: Array<[number, unknown]> = [
    [1, 3],
    [3, -257],
    [-1, randomBytes(modulusBytes)],
    [-2, Buffer.from([1, 0, 1])],
  ];
  return cbor(new Map(pairs));
}

function answerTo(credentialId: Buffer) {
  const id = credentialId.toString('base64url');
  return {
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: { credProps: { rk: true } },
  };
}

function clientData(type: string, challenge: string, bend: Bend): string {
  const { origin = ourOrigin, crossOrigin = false } = bend;
  const text = JSON.stringify({
    type: bend.type ?? type,
    challenge: bend.challenge ?? challenge,
    origin,
    crossOrigin,
  });
  return Buffer.from(text).toString('base64url');
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The parts of CBOR (RFC 8949) that WebAuthn needs: integers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part))]);
  throw new TypeError(`CBOR of ${typeof value}`);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
