import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { deleteFighter, lockFighter, updateFighter } from '../../fighters/fighter.repository.ts';
import { findCurrentId } from '../../fighters/merged.repository.ts';
import { assertMatch, entityTag, splitVersion } from '../../http/entity-tag.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { changeBout } from '../bout.repository.ts';
import {
  findMeeting,
  hand,
  insertOldSlug,
  listBoutsWith,
  lockCards,
  setPicture,
} from './merge.repository.ts';
import { describeMeeting, filledFrom, isItself, noSuchFighter, withoutDouble } from './merge.rules.ts';

export function mergeHandlers({ db }: { db: Db }): Handlers<'mergeFighters'> {
  return {
    async mergeFighters({ path, body, request }) {
      if (path.fighterId.toLowerCase() === body.fighterId.toLowerCase())
        throw validationProblem([bodyIssue('/fighterId', isItself)]);
      return db.transaction().execute(async (trx) => {
        // All ids that are read from here on are current, and no card changes.
        await lockCards(trx);
        const keptId = await findCurrentId(trx, path.fighterId);
        const doubleId = await findCurrentId(trx, body.fighterId);
        const kept = await lockFighter(trx, keptId);
        if (kept === undefined) throw problem('not-found');
        // Sent again, or merged by somebody else.
        if (keptId === doubleId) return { status: 204, headers: { etag: entityTag(kept.version) } };
        const double = await lockFighter(trx, doubleId, 'to delete');
        if (double === undefined) throw validationProblem([bodyIssue('/fighterId', noSuchFighter)]);
        assertMatch(request, kept.version);
        const meeting = await findMeeting(trx, keptId, doubleId);
        if (meeting)
          throw problem('conflict', { detail: describeMeeting([kept.name, double.name], meeting) });

        for (const bout of await listBoutsWith(trx, doubleId)) {
          const { replacements, ...changes } = withoutDouble(bout, doubleId, kept);
          await changeBout(trx, bout.id, { ...changes, replacements: JSON.stringify(replacements) });
        }
        await hand(trx, { doubleId, keptId });
        const filled = filledFrom(kept, double);
        // Before the double goes: a portrait that nobody shows is deleted.
        if (filled.pictureId) await setPicture(trx, keptId, filled.pictureId);
        await deleteFighter(trx, doubleId);
        await insertOldSlug(trx, double.slug, keptId);
        // The name makes it a change in any case: who reads the fighter gets another answer now.
        const changed = await updateFighter(trx, kept, { name: kept.name, ...filled });
        const { etag, fields: after } = splitVersion(changed);
        const before = splitVersion(kept).fields;
        await recordChange(trx, request, {
          action: 'mergeFighters',
          entityId: keptId,
          before: { ...before, merged: null },
          after: { ...after, merged: doubleId },
        });
        await recordChange(trx, request, {
          action: 'mergeFighters',
          entityId: doubleId,
          before: splitVersion(double).fields,
          after: null,
        });
        return { status: 204, headers: { etag } };
      });
    },
  };
}
