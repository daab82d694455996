import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { findUser, updateUser } from '../user.repository.ts';
import { toUserBody } from '../user-body.ts';

type ProfileOperations = 'getProfile' | 'updateProfile' | 'getPreferences' | 'setPreferences';

interface Deps {
  db: Db;
  now: () => Date;
}

/** The user's own account; changes by others are operations of users. */
export function profileHandlers({ db, now }: Deps): Handlers<ProfileOperations> {
  return {
    async getProfile({ request }) {
      const user = await findUser(db, signedInUser(request).userId);
      if (user === undefined) throw problem('unauthorized');
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: toUserBody(user) };
    },

    async updateProfile({ body, request }) {
      const { middleName, phone, ...names } = body;
      const changes = {
        ...names,
        // An empty text means no value.
        ...(middleName === undefined ? {} : { middleName: middleName || null }),
        ...(phone === undefined ? {} : { phone: phone || null }),
      };
      if (Object.keys(changes).length > 0) {
        const updatedAt = now().toISOString();
        const isUpdated = await updateUser(db, signedInUser(request).userId, { ...changes, updatedAt });
        if (!isUpdated) throw problem('unauthorized');
      }
      return { status: 204 };
    },

    async getPreferences({ request }) {
      const user = await findUser(db, signedInUser(request).userId);
      if (user === undefined) throw problem('unauthorized');
      const { showsResults } = user;
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: { showsResults } };
    },

    async setPreferences({ body, request }) {
      const isUpdated = await updateUser(db, signedInUser(request).userId, body);
      if (!isUpdated) throw problem('unauthorized');
      return { status: 204 };
    },
  };
}
