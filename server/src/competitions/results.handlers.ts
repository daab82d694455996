/** What tells results, and nothing else does: for viewers who ask. */
import { findRecord } from '../bouts/record.repository.ts';
import { listPublishedResults } from '../bouts/results/result.repository.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { contentTag, hasMatch } from '../http/entity-tag.ts';
import { problem } from '../http/problems.ts';
import { findCompetitionId } from './competition.repository.ts';

/** A correction must be seen soon. */
const cache = 'public, max-age=10';

export function resultsHandlers({ db }: { db: Db }): Handlers<'getCompetitionResults' | 'getFighterRecord'> {
  return {
    async getCompetitionResults({ path, request }) {
      const id = await findCompetitionId(db, path.competitionId);
      if (id === undefined) throw problem('not-found');
      const data = await listPublishedResults(db, id);
      const body = { data, total: data.length };
      const headers = { etag: contentTag(body), 'cache-control': cache };
      return hasMatch(request, headers.etag) ? { status: 304, headers } : { status: 200, headers, body };
    },

    async getFighterRecord({ path, request }) {
      const body = await findRecord(db, path.fighterId);
      if (body === undefined) throw problem('not-found');
      const headers = { etag: contentTag(body), 'cache-control': cache };
      return hasMatch(request, headers.etag) ? { status: 304, headers } : { status: 200, headers, body };
    },
  };
}
