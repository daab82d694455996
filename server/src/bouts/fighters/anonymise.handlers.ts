import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { lockFighter, updateFighter } from '../../fighters/fighter.repository.ts';
import { findCurrentId } from '../../fighters/merged.repository.ts';
import { assertMatch, entityTag } from '../../http/entity-tag.ts';
import { problem } from '../../http/problems.ts';
import { findImage } from '../../media/pictures/image.repository.ts';
import { type FileRemoval, removeFiles } from '../../media/pictures/remove-files.ts';
import { changeBout } from '../bout.repository.ts';
import {
  deleteOldSlugs,
  forgetInAudit,
  forgetInResults,
  listBoutsOnceWith,
  listIds,
  listNames,
  newestEntry,
} from './anonymise.repository.ts';
import { anonymous, anonymousName, isAnonymous, withoutNames } from './anonymise.rules.ts';
import { listBoutsWith, lockCards } from './merge.repository.ts';

export function anonymiseHandlers(deps: FileRemoval): Handlers<'anonymiseFighter'> {
  return {
    async anonymiseFighter({ path, request }) {
      // A long log is read before the lock, for which the bells of a live night wait.
      const readAt = await newestEntry(deps.db);
      const known = await listIds(deps.db, path.fighterId);
      const logged = await listBoutsOnceWith(deps.db, known);
      const { etag, looseId } = await deps.db.transaction().execute(async (trx) => {
        await lockCards(trx);
        const fighter = await lockFighter(trx, await findCurrentId(trx, path.fighterId));
        if (fighter === undefined) throw problem('not-found');
        // Sent again.
        if (isAnonymous(fighter)) return { etag: entityTag(fighter.version) };
        assertMatch(request, fighter.version);
        const { id, pictureId } = fighter;
        const ids = await listIds(trx, id);
        const names = await listNames(trx, fighter, ids);
        const { version } = await updateFighter(trx, fighter, anonymous(id));
        // After the update, which keeps the last one.
        await deleteOldSlugs(trx, id);
        const isKnown = ids.length === known.length && ids.every((each) => known.includes(each));
        const boutIds = await listBoutsOnceWith(trx, ids, isKnown ? readAt : undefined);
        if (isKnown) boutIds.push(...logged);
        boutIds.push(...(await forgetInBouts(trx, id, { names, boutIds })));
        await forgetInResults(trx, id, names);
        await forgetInAudit(trx, { ids, boutIds, names });
        await recordChange(trx, request, {
          action: 'anonymiseFighter',
          entityId: id,
          before: { isAnonymous: false },
          after: { isAnonymous: true },
        });
        // The database has given up the portrait, unless something else shows it.
        const isLoose = pictureId !== null && (await findImage(trx, pictureId)) === undefined;
        return { etag: entityTag(version), looseId: isLoose ? pictureId : undefined };
      });
      if (looseId) await removeFiles(deps, looseId, request.log);
      return { status: 204, headers: { etag } };
    },
  };
}

/** @param known of bouts in which the fighter once was. @returns the ids of those that name the fighter today. */
async function forgetInBouts(
  trx: Db,
  fighterId: string,
  known: { names: readonly string[]; boutIds: readonly string[] },
): Promise<string[]> {
  const bouts = await listBoutsWith(trx, fighterId, known.boutIds);
  for (const { id, title, statusReason, replacements } of bouts) {
    const renamed = replacements.map((gone) =>
      gone.fighterId === fighterId ? { ...gone, name: anonymousName } : gone,
    );
    // Each gets another version: who follows the card reads it again.
    await changeBout(trx, id, {
      ...withoutNames({ title, statusReason }, known.names),
      replacements: JSON.stringify(renamed),
    });
  }
  return bouts.map(({ id }) => id);
}
