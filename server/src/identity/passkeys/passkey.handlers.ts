import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { notifyFactorChange } from '../accounts/notify-factor-change.ts';
import { assertAllowance, assertMayRemove } from '../first-factor.ts';
import { newSecret } from '../one-time-secret.ts';
import { requireFreshFactor } from '../require-step-up.ts';
import { deviceName } from '../sessions/device-name.ts';
import { findLiveSession, proveSecondFactor } from '../sessions/session.repository.ts';
import { findSignInWays } from '../sign-in-ways.repository.ts';
import { findUser, lockUser, updateUser } from '../user.repository.ts';
import {
  deletePasskey,
  findOrSetHandle,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  replaceChallenge,
  spendChallenge,
} from './passkey.repository.ts';
import {
  challengeLifetimeMs,
  challengeOf,
  isStorable,
  passkeyLimit,
  refusedPasskeyWords,
} from './passkey.rules.ts';
import { creationOptions, verifyRegistration } from './passkey-ceremonies.ts';
import { findPasskeySite, requirePasskeySite } from './passkey-site.ts';

interface Deps {
  db: Db;
  now: () => Date;
  publicUrl: string | undefined;
  /** Whether this server requires a second factor of users with permissions. */
  requireSecondFactor: boolean;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

type PasskeyOperation =
  | 'listPasskeys'
  | 'createPasskeyOptions'
  | 'createPasskey'
  | 'updatePasskey'
  | 'deletePasskey';

/** The user's own passkeys. */
export function passkeyHandlers({
  db,
  now,
  publicUrl,
  requireSecondFactor,
  originOf,
  wakeOutbox,
}: Deps): Handlers<PasskeyOperation> {
  return {
    async listPasskeys({ request }) {
      const passkeys = await listPasskeys(db, signedInUser(request).userId);
      const data = passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt, frozenAt }) => ({
        id,
        name,
        isSynced,
        createdAt,
        lastUsedAt,
        frozenAt,
      }));
      return { status: 200, body: { data, total: data.length } };
    },

    async createPasskeyOptions({ request }) {
      const { userId, sessionId } = signedInUser(request);
      const site = requirePasskeySite(request, publicUrl);
      await assertAllowance(db, userId, { requireSecondFactor, now: now() });
      const passkeys = await listPasskeys(db, userId);
      if (passkeys.length >= passkeyLimit) throw tooManyPasskeys();
      const user = await findUser(db, userId);
      const handle = await findOrSetHandle(db, userId, newSecret());
      if (user === undefined || handle === undefined) throw problem('unauthorized');
      const { email, name } = user;
      const options = await creationOptions(site, { user: { handle, email, name }, passkeys });
      await replaceChallenge(db, {
        challenge: options.challenge,
        ceremony: 'registration',
        sessionId,
        expiresAt: new Date(now().getTime() + challengeLifetimeMs).toISOString(),
      });
      return { status: 200, body: { ...options } };
    },

    async createPasskey({ body, request }) {
      const { userId, sessionId } = signedInUser(request);
      const credential = await checkRegistration(request, body.response, sessionId);
      const instant = now();
      const origin = originOf(request);
      const name = body.name ?? deviceName(request.headers['user-agent'] ?? null);
      const id = await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const user = await findUser(trx, userId);
        // A thief must not leave a passkey behind while the owner ends the session.
        const session = await findLiveSession(trx, sessionId, userId, instant.toISOString());
        if (!user || !session) throw problem('unauthorized');
        await requireFreshFactor(trx, session, instant);
        await assertAllowance(trx, userId, { requireSecondFactor, now: instant });
        if ((await listPasskeys(trx, userId)).length >= passkeyLimit) throw tooManyPasskeys();
        const createdAt = instant.toISOString();
        const id = await insertPasskey(trx, { ...credential, userId, name, createdAt });
        if (id === undefined) throw problem('conflict', { detail: 'This passkey was added already.' });
        // The device has just checked its owner, as it does at a sign-in.
        await proveSecondFactor(trx, sessionId, createdAt);
        await updateUser(trx, userId, { firstFactorUntil: null });
        await notifyFactorChange(trx, { user, change: { kind: 'passkey-added' }, origin, now: instant });
        return id;
      });
      wakeOutbox();
      return { status: 201, headers: { location: `/api/v1/identity/profile/passkeys/${id}` }, body: { id } };
    },

    async updatePasskey({ path, body, request }) {
      const { userId } = signedInUser(request);
      const isRenamed = await renamePasskey(db, { id: path.passkeyId, userId, name: body.name });
      if (!isRenamed) throw problem('not-found');
      return { status: 204 };
    },

    async deletePasskey({ path, request }) {
      const { userId, sessionId } = signedInUser(request);
      const instant = now();
      const passkeyId = path.passkeyId.toLowerCase();
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const user = await findUser(trx, userId);
        const ways = await findSignInWays(trx, userId);
        const session = await findLiveSession(trx, sessionId, userId, instant.toISOString());
        if (!user || !ways || !session) throw problem('unauthorized');
        await requireFreshFactor(trx, session, instant);
        const passkeys = await listPasskeys(trx, userId);
        const own = passkeys.find(({ id }) => id === passkeyId);
        if (own === undefined) throw problem('not-found');
        await assertMayRemove(trx, userId, own.frozenAt, requireSecondFactor);
        const isLast = !passkeys.some(({ id, frozenAt }) => id !== passkeyId && frozenAt === null);
        if (!ways.hasPassword && ways.issuers.length === 0 && isLast) {
          throw problem('conflict', {
            detail: 'This passkey is the only way to sign in to your account. Set a password first.',
          });
        }
        await deletePasskey(trx, passkeyId);
        await notifyFactorChange(trx, { user, change: { kind: 'passkey-removed' }, origin, now: instant });
      });
      wakeOutbox();
      return { status: 204 };
    },
  };

  /** Spends the challenge whatever comes of it. @throws problem 400 with the same words for every reason. */
  async function checkRegistration(
    request: FastifyRequest,
    answer: Parameters<typeof verifyRegistration>[2],
    sessionId: string,
  ) {
    const site = findPasskeySite(request, publicUrl);
    const challenge = challengeOf(answer.response.clientDataJSON);
    const instant = now().toISOString();
    const isOurs =
      challenge !== undefined &&
      (await spendChallenge(db, { challenge, ceremony: 'registration', sessionId, now: instant }));
    const credential = site && isOurs ? await verifyRegistration(site, challenge, answer) : undefined;
    if (credential && isStorable(credential)) return credential;
    throw validationProblem([bodyIssue('/response', refusedPasskeyWords)]);
  }
}

function tooManyPasskeys() {
  return problem('conflict', {
    detail: `An account has at most ${passkeyLimit} passkeys. Remove one that you no longer use.`,
  });
}
