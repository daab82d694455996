import { listBouts } from '../bouts/bout.repository.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { findCompetitionId } from './competition.repository.ts';

export function cardHandlers({ db }: { db: Db }): Handlers<'listCompetitionBouts'> {
  return {
    async listCompetitionBouts({ path }) {
      const id = await findCompetitionId(db, path.competitionId);
      if (id === undefined) throw problem('not-found');
      const data = await listBouts(db, id);
      return { status: 200, body: { data, total: data.length } };
    },
  };
}
