import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { searchAll } from './search-all.ts';

const defaultLimit = 6;

export function searchHandlers({ db }: { db: Db }): Handlers<'searchKickboxing'> {
  return {
    async searchKickboxing({ query }) {
      return { status: 200, body: await searchAll(db, query.q ?? '', query.limit ?? defaultLimit) };
    },
  };
}
