import { sameTapMs } from '@ringside/rules/bell';
import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import { brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { problem, validationProblem } from '../http/problems.ts';
import { findBell, findSameTap, insertBell, setUndone } from './bell.repository.ts';
import { bellOfAnother, bellTooOld, canBeUndone, findBellIssues, timeOfBell } from './bells.rules.ts';
import { lockBout } from './bout.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
}

export function bellHandlers({ db, now }: Deps): Handlers<'ringBell' | 'undoBell'> {
  return {
    async ringBell({ path, body, request }) {
      const { userId } = signedInUser(request);
      const { kind, round } = body;
      const bell = await db
        .transaction()
        .execute(async (trx) => {
          // Taps of one bout wait for each other: the second timekeeper finds the bell of the first.
          const bout = await lockBout(trx, path.eventId, path.boutId);
          if (bout === undefined) throw problem('not-found');
          const issues = findBellIssues(body, bout.rounds);
          if (issues.length > 0) throw validationProblem(issues);
          const known = await findBell(trx, body.id);
          if (known && known.boutId !== bout.id) throw problem('conflict', { detail: bellOfAnother });
          const instant = now();
          const at = timeOfBell(body.at, instant).toISOString();
          const rung = { boutId: bout.id, kind, round, at };
          const same = known ?? (await findSameTap(trx, rung, sameTapMs));
          if (same) return same;
          await insertBell(trx, {
            ...rung,
            id: body.id,
            userId,
            rungAt: instant.toISOString(),
            undoneAt: null,
          });
          await recordChange(trx, request, {
            action: 'ringBell',
            entityId: body.id,
            before: null,
            after: rung,
          });
          return findBell(trx, body.id);
        })
        .catch((error) => {
          // Two bouts rang with one id at one moment.
          if (brokenUnique(error) !== undefined) throw problem('conflict', { detail: bellOfAnother });
          throw error;
        });
      if (bell === undefined) throw problem('not-found');
      return { status: 200, body: bell };
    },

    async undoBell({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const bout = await lockBout(trx, path.eventId, path.boutId);
        const bell = bout && (await findBell(trx, path.bellId));
        if (bell?.boutId !== bout?.id || bell === undefined) throw problem('not-found');
        if (bell.undoneAt !== null) return;
        const instant = now();
        if (!canBeUndone(bell.rungAt, instant)) throw problem('conflict', { detail: bellTooOld });
        await setUndone(trx, bell.id, instant.toISOString());
        const { boutId, kind, round, at } = bell;
        await recordChange(trx, request, {
          action: 'undoBell',
          entityId: bell.id,
          before: { boutId, kind, round, at },
          after: null,
        });
      });
      return { status: 204 };
    },
  };
}
