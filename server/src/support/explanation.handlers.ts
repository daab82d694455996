import { findBlockToExplain } from '../competitions/competition.repository.ts';
import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { type Issue, problem, validationProblem } from '../http/problems.ts';
import { findUser, findUserByEmail, listPermissionCodes } from '../identity/user.repository.ts';
import { toUserBody } from '../identity/user-body.ts';
import { decideRule, findMends } from './explanation.rules.ts';
import { findHints } from './hints.rules.ts';
import { readTimeline } from './read-timeline.ts';
import { mergeTimeline } from './timeline.rules.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** Whether permissions count only in a session that has proved a second factor. */
  requireSecondFactor: boolean;
}

export function explanationHandlers({ db, now, requireSecondFactor }: Deps): Handlers<'explainAccess'> {
  return {
    async explainAccess({ query, request }) {
      const { eventId, blockId } = query;
      const user = await findPerson(db, query);
      const email = user?.email ?? String(query.email);
      const userId = user?.id ?? null;
      const block = await findBlockToExplain(db, { eventId, blockId, userId });
      if (block === undefined) throw problem('not-found');
      const instant = now();
      const [history, permissions] = await Promise.all([
        readTimeline(db, {
          viewer: { userId, email },
          eventId,
          block: { ...block, id: blockId },
          now: instant,
          mayReadOrders: signedInUser(request).permissions.includes('order:read'),
        }),
        user ? listPermissionCodes(db, user.id) : [],
      ]);
      const mayUse =
        !requireSecondFactor || history.signIns.some((device) => device.isLive && device.secondFactor);
      const { liveStreams, paymentRequired, isVisible, accesses } = block;
      const { rule, detail, canWatch, window } = decideRule({
        hasAccount: user !== undefined,
        isVisible: Boolean(isVisible),
        paymentRequired,
        liveStreams,
        accesses,
        waiting: history.accesses.filter(
          (access) =>
            access.userId === null && (access.blockId === null || access.blockId === blockId.toLowerCase()),
        ),
        permissions: mayUse ? permissions : [],
        mayReadPermissions: signedInUser(request).permissions.includes('identity.user:access_read'),
        now: instant,
      });
      const person = user && toUserBody(user);
      const mends = findMends(
        {
          rule,
          eventId,
          user: person,
          accessId: window?.id,
          liveDevices: history.devices.filter(({ isLive }) => isLive),
          inactiveStreams: liveStreams.filter(({ status }) => status === 'inactive'),
        },
        signedInUser(request).permissions,
      );
      return {
        status: 200,
        body: {
          at: instant.toISOString(),
          user: person ?? null,
          email,
          canWatch,
          rule,
          detail,
          mends,
          event: {
            id: eventId,
            name: block.eventName,
            slug: block.eventSlug,
            status: block.status,
            timezone: block.timezone,
          },
          block: {
            id: blockId,
            name: block.name,
            slug: block.slug,
            paymentRequired,
            startDate: block.startDate,
            endDate: block.endDate,
            liveStreams: liveStreams.length,
            activeStreams: liveStreams.filter(({ status }) => status === 'active').length,
          },
          window: window && { accessId: window.id, startDate: window.startDate, endDate: window.endDate },
          hints: person ? findHints({ ...history, emailVerified: person.emailVerified, now: instant }) : [],
          ...mergeTimeline(history.entries),
        },
      };
    },
  };
}

/** @returns undefined for an address without an account. @throws problem 404 for an unknown id. */
async function findPerson(db: Db, { userId, email }: { userId?: string; email?: string }) {
  if ((userId === undefined) === (email === undefined)) throw validationProblem([onePerson]);
  if (userId === undefined) return findUserByEmail(db, String(email));
  const user = await findUser(db, userId);
  if (user === undefined) throw problem('not-found');
  return user;
}

const onePerson: Issue = {
  detail: 'Name the person by exactly one of `userId` and `email`.',
  pointer: '/userId',
  location: 'query',
};
