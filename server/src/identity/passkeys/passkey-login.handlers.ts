import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { answerSignIn } from '../accounts/answer-sign-in.ts';
import { notifyNewDevice } from '../accounts/notify-new-device.ts';
import type { KnownDevices } from '../sessions/known-device.ts';
import { startLoginSession } from '../sessions/start-login-session.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { findUser, lockUser } from '../user.repository.ts';
import { countPasskeyUse } from './passkey.repository.ts';
import { refusedSignInWords } from './passkey.rules.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import { askForSignIn, checkSignIn } from './passkey-proof.ts';
import { findPasskeySite, requirePasskeySite } from './passkey-site.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  sessionMaxDays: number;
  knownDevices: KnownDevices;
  passkeyChallenges: PasskeyChallenges;
  isSecure: (request: FastifyRequest) => boolean;
  publicUrl: string | undefined;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

/** Signs in with a passkey, which needs the device and its owner: it counts as two factors. */
export function passkeyLoginHandlers({
  db,
  now,
  tokens,
  sessionMaxDays,
  knownDevices,
  passkeyChallenges,
  isSecure,
  publicUrl,
  originOf,
  wakeOutbox,
}: Deps): Handlers<'createPasskeyLoginOptions' | 'loginWithPasskey'> {
  return {
    async createPasskeyLoginOptions({ request }) {
      const site = requirePasskeySite(request, publicUrl);
      const options = await askForSignIn(site, passkeyChallenges, now());
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: { ...options } };
    },

    async loginWithPasskey({ body, query, request, reply }) {
      const instant = now();
      const remember = body.remember ?? true;
      const site = findPasskeySite(request, publicUrl);
      const proof = await checkSignIn(db, site, body.response, {
        challenges: passkeyChallenges,
        now: instant,
      });
      if (proof === undefined) throw refused();
      const origin = originOf(request);
      const { user, issued } = await db.transaction().execute(async (trx) => {
        // The code that removes passkeys and ends sessions holds this lock too, so no session begins in between.
        await lockUser(trx, proof.passkey.userId);
        const user = await findUser(trx, proof.passkey.userId);
        const isCounted = await countPasskeyUse(trx, proof, instant.toISOString());
        if (user === undefined || !isCounted) throw refused();
        await notifyNewDevice(trx, { user, request, knownDevices, origin, now: instant });
        const issued = await startLoginSession(trx, {
          user,
          remember,
          request,
          tokens,
          sessionMaxDays,
          now: instant,
          secondFactor: true,
        });
        return { user, issued };
      });
      wakeOutbox();
      const secure = isSecure(request);
      return answerSignIn({ reply, query }, { user, issued, remember, secure, knownDevices, now: instant });
    },
  };
}

/** The same for an unknown passkey and for every fault of its answer. */
function refused() {
  return problem('unauthorized', { detail: refusedSignInWords });
}
