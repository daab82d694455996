import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { deviceName } from './device-name.ts';
import { type KnownDevices, keepKnown } from './known-device.ts';
import { forgetKnownDevices, listLiveSessions, revokeSession } from './session.repository.ts';
import { clearSessionCookies } from './session-cookies.ts';

interface Deps {
  db: Db;
  now: () => Date;
  isSecure: (request: FastifyRequest) => boolean;
  knownDevices: KnownDevices;
}

/** The user's own devices. Ending a session signs its device out: its calls are refused and its playback stops. */
export function loginSessionHandlers(deps: Deps): Handlers<'listLoginSessions' | 'endLoginSession'> {
  const { db, now, isSecure, knownDevices } = deps;
  const listOwn = (userId: string) => listLiveSessions(db, userId, now().toISOString());

  /** The owner may not recognise the device that they sign out, so all others become new devices. The calling one stays known. */
  async function forgetOtherDevices(userId: string, request: FastifyRequest, reply: FastifyReply) {
    const deviceEpoch = await forgetKnownDevices(db, userId);
    if (deviceEpoch !== undefined)
      keepKnown(request, reply, { id: userId, deviceEpoch }, { knownDevices, isSecure, now });
  }

  return {
    async listLoginSessions({ request }) {
      const { userId, sessionId } = signedInUser(request);
      const data = (await listOwn(userId)).map(({ userAgent, ...session }) => ({
        ...session,
        deviceName: deviceName(userAgent),
        isCurrent: session.id === sessionId,
      }));
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: { data, total: data.length } };
    },

    async endLoginSession({ path, request, reply }) {
      const { userId, sessionId: currentId } = signedInUser(request);
      const sessionId = path.sessionId.toLowerCase();
      // A 404 for the sessions of others and for ended ones, as if they did not exist.
      if (!(await listOwn(userId)).some(({ id }) => id === sessionId)) throw problem('not-found');
      await revokeSession(db, sessionId, now().toISOString());
      if (sessionId !== currentId) await forgetOtherDevices(userId, request, reply);
      const isCalledByCookie = request.headers.authorization === undefined;
      if (sessionId === currentId && isCalledByCookie) clearSessionCookies(reply, isSecure(request));
      return { status: 204 };
    },
  };
}
