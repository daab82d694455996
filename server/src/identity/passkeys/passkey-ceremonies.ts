/**
 * WebAuthn: the only importer of @simplewebauthn/server, at the first use, because it takes 27 MB. No attestation is
 * asked for: what a maker says about its devices is no reason to refuse one.
 * A passkey counts as two factors, because it must check its owner (`userVerification: required`). Statements that
 * hold certificates are refused: reading them can make the server call the addresses in them.
 */

import { challengeLifetimeMs, type Transport, toTransports } from './passkey.rules.ts';
import type { PasskeyRow } from './passkey.tables.ts';
import type { PasskeySite } from './passkey-site.ts';

const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** Ed25519, ES256, RS256. By default the library prefers ML-DSA, whose keys and answers are many times as long. */
const algorithms = [-8, -7, -257];

/**
 * Self-made statements, or none: browsers send nothing else when no attestation is asked for. Others hold certificates,
 * for which the library may call the servers that they name.
 */
const statements = ['none', 'packed'];

interface RegistrationAnswer {
  id: string;
  rawId: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
}

export interface PasskeyAnswer {
  id: string;
  rawId: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null;
  };
}

export type NewCredential = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'isSynced' | 'aaguid'> & {
  counter: number;
  transports: Transport[];
};

type Descriptor = Pick<PasskeyRow, 'credentialId' | 'transports'>;

const describe = ({ credentialId, transports }: Descriptor) => ({
  id: credentialId,
  transports: toTransports(transports),
});

/** What `navigator.credentials.create()` needs. The authenticator must know the account, and check its owner. */
export async function creationOptions(
  { rpId }: PasskeySite,
  { user, passkeys }: { user: { handle: string; email: string; name: string }; passkeys: Descriptor[] },
) {
  const { generateRegistrationOptions } = await load();
  const {
    rp,
    user: named,
    pubKeyCredParams,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Ringside',
    rpID: rpId,
    userID: Buffer.from(user.handle, 'base64url'),
    userName: user.email,
    userDisplayName: user.name,
    timeout: challengeLifetimeMs,
    attestationType: 'none',
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  // Copies, because an answer of the contract cannot be of the library's own types.
  return {
    ...options,
    rp: { ...rp },
    user: { ...named },
    pubKeyCredParams: pubKeyCredParams.map((one) => ({ ...one })),
  };
}

/**
 * What `navigator.credentials.get()` needs.
 * @param passkeys empty: whichever the browser has for this site.
 * @param challenge undefined: a random one.
 */
export async function requestOptions({ rpId }: PasskeySite, passkeys: Descriptor[], challenge?: Buffer) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: rpId,
    timeout: challengeLifetimeMs,
    allowCredentials: passkeys.map(describe),
    userVerification: 'required',
    ...(challenge ? { challenge: new Uint8Array(challenge) } : {}),
  });
}

/** @returns undefined when the answer was not made for this challenge and this site, or its owner was not checked. */
export async function verifyRegistration(
  site: PasskeySite,
  challenge: string,
  { id, rawId, response }: RegistrationAnswer,
): Promise<NewCredential | undefined> {
  const [{ verifyRegistrationResponse }, helpers] = [await load(), await loadHelpers()];
  const verified = await orUndefined(async () => {
    const { attestationObject, clientDataJSON } = response;
    const statement = helpers.decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
    if (!statements.includes(statement.get('fmt')) || isFramed(clientDataJSON)) return undefined;
    return verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { attestationObject, clientDataJSON },
      },
      ...expected(site, challenge),
      supportedAlgorithmIDs: algorithms,
    });
  });
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp, aaguid } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: toTransports(response.transports ?? []),
    isSynced: credentialBackedUp,
    aaguid,
  };
}

/** @returns undefined when the answer is not this passkey's to this challenge and this site. */
export async function verifyAnswer(
  site: PasskeySite,
  challenge: string,
  passkey: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>,
  { id, rawId, response }: PasskeyAnswer,
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const { authenticatorData, clientDataJSON, signature } = response;
  const verified = await orUndefined(async () =>
    isFramed(clientDataJSON)
      ? undefined
      : verifyAuthenticationResponse({
          response: {
            id,
            rawId,
            type: 'public-key',
            clientExtensionResults: {},
            response: { authenticatorData, clientDataJSON, signature },
          },
          ...expected(site, challenge),
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
        }),
  );
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

const expected = ({ rpId, origin }: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** Made on a page of ours inside of a page of another site, which we never allow. */
function isFramed(clientData: string): boolean {
  return JSON.parse(Buffer.from(clientData, 'base64url').toString()).crossOrigin === true;
}

/** The library throws for every refusal. Its messages repeat what was sent, so they are not logged. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
