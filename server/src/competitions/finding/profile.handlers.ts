import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { findProfile } from './profile.repository.ts';

export function profileHandlers({ db }: { db: Db }): Handlers<'getFighterProfile'> {
  return {
    async getFighterProfile({ path }) {
      const fighter = await findProfile(db, path.fighterId);
      if (fighter === undefined) throw problem('not-found');
      return { status: 200, body: fighter };
    },
  };
}
