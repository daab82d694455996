import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { findEvent } from '../../events/event.repository.ts';
import { findCurrentId } from '../../fighters/merged.repository.ts';
import { problem, validationProblem } from '../../http/problems.ts';
import { listBells } from '../bell.repository.ts';
import { listBouts, lockBout } from '../bout.repository.ts';
import {
  findConfirmationRule,
  findResult,
  findVersion,
  insertResult,
  listResults,
  newestVersion,
  setConfirmed,
} from './result.repository.ts';
import {
  confirmation,
  cornerHasNobody,
  cornersHaveChanged,
  findSignIssues,
  needsConfirmation,
  resultHasChanged,
} from './results.rules.ts';

interface Deps {
  db: Db;
  now: () => Date;
}

export function resultHandlers({
  db,
  now,
}: Deps): Handlers<'getResultBoard' | 'signResult' | 'confirmResult'> {
  return {
    async getResultBoard({ path, request }) {
      const event = await findEvent(db, path.eventId, { blocks: false, liveStreams: false });
      if (event === undefined) throw problem('not-found');
      const [bouts, bells, results, rule] = await Promise.all([
        listBouts(db, path.eventId),
        listBells(db, path.eventId),
        listResults(db, path.eventId, signedInUser(request).userId),
        findConfirmationRule(db),
      ]);
      const isNeeded = needsConfirmation(rule.setting, rule.people);
      return {
        status: 200,
        body: { eventName: event.name, needsConfirmation: isNeeded, bouts, bells, results },
      };
    },

    async signResult({ path, body, request }) {
      const { userId } = signedInUser(request);
      const { after, winner, method, round = null, seconds = null, scorecards = [], note = null } = body;
      const outcome = { winner, method, round, seconds };
      const reason = body.reason || null;
      const result = await db.transaction().execute(async (trx) => {
        // Signatures of one bout wait for each other: the second one finds the version of the first.
        const bout = await lockBout(trx, path.eventId, path.boutId);
        if (bout === undefined) throw problem('not-found');
        if ((await newestVersion(trx, bout.id)) !== after)
          throw problem('conflict', { detail: resultHasChanged });
        const { redFighterId, blueFighterId } = bout;
        if (redFighterId === null || blueFighterId === null)
          throw problem('conflict', { detail: cornerHasNobody });
        const seenRed = await findCurrentId(trx, body.redFighterId);
        const seenBlue = await findCurrentId(trx, body.blueFighterId);
        if (redFighterId !== seenRed || blueFighterId !== seenBlue)
          throw problem('conflict', { detail: cornersHaveChanged });
        const version = after + 1;
        const issues = findSignIssues({ ...outcome, scorecards, reason }, bout, version);
        if (issues.length > 0) throw validationProblem(issues);
        const { setting, people } = await findConfirmationRule(trx);
        const signedAt = now().toISOString();
        const officialAt = needsConfirmation(setting, people) ? null : signedAt;
        const fields = { boutId: bout.id, version, ...outcome, note, reason, redFighterId, blueFighterId };
        const signed = { signedBy: userId, signedAt, confirmedBy: null, officialAt };
        const id = await insertResult(trx, { ...fields, ...signed, scorecards: JSON.stringify(scorecards) });
        await recordChange(trx, request, {
          action: 'signResult',
          entityId: id,
          before: null,
          after: { ...fields, scorecards, officialAt },
        });
        return findResult(trx, bout.id, version, userId);
      });
      return { status: 201, body: result };
    },

    async confirmResult({ path, request }) {
      const { userId } = signedInUser(request);
      await db.transaction().execute(async (trx) => {
        const bout = await lockBout(trx, path.eventId, path.boutId);
        const result = bout && (await findVersion(trx, bout.id, path.resultVersion));
        if (result === undefined) throw problem('not-found');
        const answer = confirmation(result, await newestVersion(trx, result.boutId), userId);
        if (answer === 'official') return;
        if (answer !== 'allowed') throw problem('conflict', { detail: answer });
        const officialAt = now().toISOString();
        await setConfirmed(trx, result.id, { confirmedBy: userId, officialAt });
        await recordChange(trx, request, {
          action: 'confirmResult',
          entityId: result.id,
          before: { boutId: result.boutId, version: result.version, officialAt: null },
          after: { boutId: result.boutId, version: result.version, officialAt },
        });
      });
      return { status: 204 };
    },
  };
}
