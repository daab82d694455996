/**
 * The two halves of a proof by passkey, for a sign-in and for a step-up.
 * A challenge is a row, spent by deleting it before anything is verified; a signed cookie could be answered twice on
 * two servers. A visit of the sign-in page stores a row, so those calls are limited by network.
 */
import type { Db } from '../../db/database.ts';
import { findPasskey, replaceChallenge, spendChallenge } from './passkey.repository.ts';
import { challengeLifetimeMs, challengeOf } from './passkey.rules.ts';
import type { PasskeyRow } from './passkey.tables.ts';
import { type PasskeyAnswer, requestOptions, verifyAnswer } from './passkey-ceremonies.ts';
import type { PasskeySite } from './passkey-site.ts';

/** A sign-in belongs to no session and asks for no passkey in particular. */
type Ceremony =
  | { ceremony: 'sign-in'; sessionId: null }
  | { ceremony: 'step-up'; sessionId: string; userId: string };

export interface PasskeyProof {
  passkey: PasskeyRow;
  counter: number;
  isSynced: boolean;
}

/** @returns the options for the browser. They work once, for 5 minutes. */
export async function askForPasskey(
  db: Db,
  site: PasskeySite,
  {
    ceremony,
    sessionId,
    passkeys,
    now,
  }: Pick<Ceremony, 'ceremony' | 'sessionId'> & {
    passkeys: PasskeyRow[];
    now: Date;
  },
) {
  const options = await requestOptions(site, passkeys);
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs).toISOString();
  await replaceChallenge(db, { challenge: options.challenge, ceremony, sessionId, expiresAt });
  return options;
}

/**
 * Checks an answer, and spends its challenge whatever comes of it. The caller must then count the use in its own
 * transaction (`countPasskeyUse`). Not inside of one, because verifying takes milliseconds.
 * @returns undefined when the answer proves nothing.
 */
export async function checkPasskey(
  db: Db,
  site: PasskeySite | undefined,
  answer: PasskeyAnswer,
  { now, ...ceremony }: Ceremony & { now: Date },
): Promise<PasskeyProof | undefined> {
  const challenge = challengeOf(answer.response.clientDataJSON);
  if (site === undefined || challenge === undefined) return undefined;
  const isSpent = await spendChallenge(db, {
    challenge,
    ceremony: ceremony.ceremony,
    sessionId: ceremony.sessionId,
    now: now.toISOString(),
  });
  if (!isSpent) return undefined;
  const found = await findPasskey(db, answer.id);
  if (found === undefined) return undefined;
  const { userHandle, ...passkey } = found;
  const given = answer.response.userHandle ?? undefined;
  const isOwners =
    ceremony.ceremony === 'step-up'
      ? passkey.userId === ceremony.userId && [undefined, userHandle].includes(given)
      : given === userHandle;
  if (!isOwners) return undefined;
  const use = await verifyAnswer(site, challenge, passkey, answer);
  return use && { passkey, ...use };
}
