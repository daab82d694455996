import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { contentTag } from '../../http/entity-tag.ts';
import { bodyIssue, conflict, problem } from '../../http/problems.ts';
import { conditionsOn, readListQuery } from '../../lists/list-query.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { setPassword } from '../accounts/set-password.ts';
import { displayName } from '../identity.rules.ts';
import { deleteIdentitiesOfUser } from '../provider-identity.repository.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { deleteUsers, findUser, insertUser, listUsers, lockUser } from '../user.repository.ts';
import { toUserBody } from '../user-body.ts';
import { assertNotStronger, assertOtherAdministrator, lockAuthority } from './assert-authority.ts';
import { administratorRole } from './authority.rules.ts';
import { findUserAccess } from './user-access.repository.ts';

type UserOperations =
  | 'listUsers'
  | 'createUser'
  | 'getUser'
  | 'deleteUser'
  | 'updateUserPassword'
  | 'deleteUserProviderIdentities';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
  /** Counts the accesses that the deletion of a user deletes too. */
  countAccesses: (db: Db, userId: string) => Promise<Record<'accesses' | 'paidAccesses', number>>;
}

const readAccessScope = 'identity.user:access_read';

export function userHandlers({
  db,
  now,
  originOf,
  wakeOutbox,
  countAccesses,
}: Deps): Handlers<UserOperations> {
  return {
    async listUsers({ query, request }) {
      const list = readListQuery(query);
      // Who holds a role is part of what a user may do.
      if (
        conditionsOn(list.filter, 'roleCode').length > 0 &&
        !signedInUser(request).permissions.includes(readAccessScope)
      )
        throw problem('forbidden', { detail: `A filter by role needs the permission ${readAccessScope}.` });
      const { data, total } = await listUsers(db, list, query.q ?? '');
      return { status: 200, body: { data: data.map(toUserBody), total } };
    },

    async createUser({ body, request }) {
      const { password, ...fields } = body;
      const account = {
        ...fields,
        name: displayName(body),
        middleName: body.middleName || null,
        phone: body.phone || null,
      };
      const passwordHash = await hashPassword(password);
      const id = await db.transaction().execute(async (trx) => {
        // Nobody has proved yet that the address belongs to the user.
        const userId = await insertUser(trx, { ...account, emailVerifiedAt: null, passwordHash });
        if (userId === undefined)
          throw conflict(bodyIssue('/email', 'An account with this e-mail address exists already.'));
        await recordChange(trx, request, {
          action: 'createUser',
          entityId: userId,
          before: null,
          after: account,
        });
        return userId;
      });
      return { status: 201, headers: { location: `/api/v1/identity/users/${id}` }, body: { id } };
    },

    async getUser({ path }) {
      const user = await findUser(db, path.userId);
      if (user === undefined) throw problem('not-found');
      const body = toUserBody(user);
      return { status: 200, headers: { etag: contentTag(body) }, body };
    },

    async deleteUser({ path, query, request }) {
      const actor = signedInUser(request);
      await db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        const user = await findUser(trx, path.userId);
        const access = await findUserAccess(trx, path.userId);
        if (user === undefined || access === undefined) throw problem('not-found');
        await assertNotStronger(trx, path.userId, held);
        if (access.roleCodes.includes(administratorRole)) await assertOtherAdministrator(trx, user.id);
        const isOwn = user.id === actor.userId;
        if (isOwn !== (query.confirm === 'own-account')) throw notConfirmed(isOwn);
        const taken = await countAccesses(trx, user.id);
        await deleteUsers(trx, [user.id]);
        await recordChange(trx, request, {
          action: 'deleteUser',
          entityId: user.id,
          before: { ...toUserBody(user), ...access, ...taken },
          after: null,
        });
      });
      return { status: 204 };
    },

    async updateUserPassword({ path, body, request }) {
      const actor = signedInUser(request);
      const passwordHash = await hashPassword(body.password);
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        await lockUser(trx, path.userId);
        const user = await findUser(trx, path.userId);
        if (user === undefined) throw problem('not-found');
        await assertNotStronger(trx, user.id, held);
        await setPassword(trx, { user, passwordHash, now: now(), origin });
        await recordChange(trx, request, {
          action: 'updateUserPassword',
          entityId: user.id,
          before: { password: user.passwordHash === null ? null : 'set' },
          after: { password: 'changed' },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },

    async deleteUserProviderIdentities({ path, request }) {
      const actor = signedInUser(request);
      await db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        await lockUser(trx, path.userId);
        const user = await findUser(trx, path.userId);
        if (user === undefined) throw problem('not-found');
        await assertNotStronger(trx, user.id, held);
        const providerIdentities = await deleteIdentitiesOfUser(trx, user.id);
        await revokeSessionsOfUser(trx, user.id, now().toISOString());
        await recordChange(trx, request, {
          action: 'deleteUserProviderIdentities',
          entityId: user.id,
          before: { providerIdentities },
          after: { providerIdentities: [] },
        });
      });
      return { status: 204 };
    },
  };
}

/** One press too many in a list of users must not cost the own account. */
function notConfirmed(isOwn: boolean) {
  const detail = isOwn
    ? 'This is your own account. Nothing brings it back. To delete it, send `confirm=own-account`.'
    : 'This is not your own account. Leave `confirm` out.';
  return conflict({ detail, pointer: '/confirm', location: 'query' });
}
