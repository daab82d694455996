/**
 * The two halves of a proof by passkey, for a sign-in and for a step-up. A challenge works once on all servers. That of a
 * step-up is a row, spent by deleting it before anything is verified. That of a sign-in is signed (`passkey-challenges.ts`),
 * and becomes a row when it has been answered: only owners of passkeys store one.
 */
import type { Db } from '../../db/database.ts';
import { findPasskey, insertSpentChallenge, replaceChallenge, spendChallenge } from './passkey.repository.ts';
import { challengeLifetimeMs, challengeOf } from './passkey.rules.ts';
import type { PasskeyRow } from './passkey.tables.ts';
import { type PasskeyAnswer, requestOptions, verifyAnswer } from './passkey-ceremonies.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';

interface StepUp {
  sessionId: string;
  userId: string;
}

export interface PasskeyProof {
  passkey: PasskeyRow;
  counter: number;
  isSynced: boolean;
}

/** @returns the options for the browser. They work once, for 5 minutes. */
export async function askForStepUp(
  db: Db,
  site: PasskeySite,
  { sessionId, passkeys, now }: { sessionId: string; passkeys: PasskeyRow[]; now: Date },
) {
  const options = await requestOptions(site, passkeys);
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs).toISOString();
  await replaceChallenge(db, { challenge: options.challenge, ceremony: 'step-up', sessionId, expiresAt });
  return options;
}

/** As above, for any passkey. Nothing is stored. */
export function askForSignIn(site: PasskeySite, challenges: PasskeyChallenges, now: Date) {
  return requestOptions(site, [], challenges.make(now));
}

/**
 * Checks an answer, and spends its challenge whatever comes of it. The caller must then count the use in its own
 * transaction (`countPasskeyUse`). Not inside of one, because verifying takes milliseconds.
 * @returns undefined when the answer proves nothing.
 */
export async function checkStepUp(
  db: Db,
  site: PasskeySite | undefined,
  answer: PasskeyAnswer,
  { sessionId, userId, now }: StepUp & { now: Date },
): Promise<PasskeyProof | undefined> {
  const challenge = challengeOf(answer.response.clientDataJSON);
  if (site === undefined || challenge === undefined) return undefined;
  const ceremony = 'step-up';
  const isSpent = await spendChallenge(db, { challenge, ceremony, sessionId, now: now.toISOString() });
  if (!isSpent) return undefined;
  return checkAnswer(db, site, { answer, challenge }, (owner, given) =>
    owner.userId === userId ? [undefined, owner.userHandle].includes(given) : false,
  );
}

/** As above. A wrong answer spends no challenge: no other answer to it becomes right. */
export async function checkSignIn(
  db: Db,
  site: PasskeySite | undefined,
  answer: PasskeyAnswer,
  { challenges, now }: { challenges: PasskeyChallenges; now: Date },
): Promise<PasskeyProof | undefined> {
  const challenge = challengeOf(answer.response.clientDataJSON);
  const expiresAt = challenge && challenges.expiryOf(challenge, now);
  if (site === undefined || challenge === undefined || !expiresAt) return undefined;
  const proof = await checkAnswer(
    db,
    site,
    { answer, challenge },
    (owner, given) => given === owner.userHandle,
  );
  return proof && (await insertSpentChallenge(db, challenge, expiresAt)) ? proof : undefined;
}

/** @param isOwners whether the answer names the owner of the passkey. */
async function checkAnswer(
  db: Db,
  site: PasskeySite,
  { answer, challenge }: { answer: PasskeyAnswer; challenge: string },
  isOwners: (owner: { userId: string; userHandle: string | null }, given: string | undefined) => boolean,
): Promise<PasskeyProof | undefined> {
  const found = await findPasskey(db, answer.id);
  if (found === undefined || found.frozenAt !== null) return undefined;
  const { userHandle, ...passkey } = found;
  const given = answer.response.userHandle ?? undefined;
  if (!isOwners({ userId: passkey.userId, userHandle }, given)) return undefined;
  const use = await verifyAnswer(site, challenge, passkey, answer);
  return use && { passkey, ...use };
}
