/**
 * Random evenings of taps against a model: double, late, offline, undone, by two timekeepers on two servers whose clocks are off. What
 * a sequence of bells means has a model of its own in `rules/bell-sequences.test.ts`. `pnpm sequences` is the long run.
 */
import { randomUUID } from 'node:crypto';
import { type Bell, type BellKind, boutState, nextBell } from '@ringside/rules/bell';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';
import { eventsOf } from '../streams/follow.ts';
import { sequences, sequencesTimeoutMs } from './sequences.ts';

const api = await startApi();
const onSecondServer = await api.startSecondServer();
const [first, second] = [
  await api.signInAs({ scopes: ['event:bell'] }),
  await api.signInAs({ scopes: ['event:bell'] }),
];
const servers = [api.request, onSecondServer()] as const;
const timekeepers = [first.request, onSecondServer(second)] as const;
const redFighterId = await insertFighter(api.db, { name: 'Noor' });
const plan = { rounds: 3, hasExtraRound: false };

const kinds = ['walkout', 'round-start', 'round-end', 'stopped', 'over'] as const;
const seconds = (max: number) => fc.integer({ min: 0, max: max * 1_000 });
const step = fc.record({
  passesMs: fc.oneof(seconds(6), seconds(60), { weight: 1, arbitrary: seconds(400) }),
  /** Mostly what the large button means. */
  rings: fc.option(fc.record({ kind: fc.constantFrom(...kinds), round: fc.integer({ min: 1, max: 4 }) }), {
    freq: 1,
  }),
  device: fc.constantFrom(0, 1),
  /** In the page, for the network. */
  waitedMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, seconds(40)),
  sends: fc.constantFrom('once', 'once', 'twice', 'both at once'),
  /** One of the last taps: sent again, and undone. */
  again: fc.option(fc.nat(5), { freq: 4 }),
  undoes: fc.option(fc.nat(5), { freq: 4 }),
});
const clockErrors = fc.tuple(
  ...([0, 1].map(() => fc.integer({ min: -10_000, max: 10_000 })) as [never, never]),
);

interface Tap {
  id: string;
  kind: BellKind;
  round: number | null;
  at: number;
}

/** What the server keeps. */
class Model {
  readonly bells: (Bell & { rungAt: number })[] = [];

  arrive({ id, kind, round, at: tappedAt }: Tap, now: number): void {
    const at = tappedAt <= now && tappedAt >= now - 30_000 ? tappedAt : now;
    const isKnown = this.bells.some(
      (bell) =>
        bell.id === id ||
        (!bell.isUndone && bell.kind === kind && bell.round === round && Math.abs(bell.at - at) <= 5_000),
    );
    if (!isKnown) this.bells.push({ id, kind, round, at, isUndone: false, rungAt: now });
  }

  /** The status of the answer. */
  undo(bell: Bell & { rungAt: number }, now: number): number {
    if (!bell.isUndone && now - bell.rungAt > 600_000) return 409;
    bell.isUndone = true;
    return 204;
  }

  /** What viewers hear of it. */
  card(boutId: string) {
    const { phase, round } = boutState(this.bells);
    const isOn = phase !== 'waiting' && phase !== 'over';
    return {
      on: isOn ? [expect.objectContaining({ boutId, phase, round })] : [],
      overBoutIds: phase === 'over' ? [boutId] : [],
    };
  }
}

async function addBout() {
  const eventId = await insertEvent(api.db, { status: 'public' });
  const blockId = await insertBlock(api.db, { eventId });
  return { eventId, boutId: await insertBout(api.db, { blockId, redFighterId }) };
}

type Ids = Awaited<ReturnType<typeof addBout>>;

/** In whatever order they were stored. */
async function boardOn(server: number, { eventId }: Ids) {
  const { body } = await (timekeepers[server] as typeof first.request)(
    `GET /api/v1/events/${eventId}/bell-board`,
  );
  const bells = (body.bells as (Bell & { at: string; undoneAt: string | null })[]).map(
    ({ id, kind, round, at, undoneAt }) => ({
      id,
      kind,
      round,
      at: Date.parse(at),
      isUndone: undoneAt !== null,
    }),
  );
  return bells.toSorted((a, b) => a.id.localeCompare(b.id));
}

async function cardOn(server: number, { eventId }: Ids) {
  const { body } = await (servers[server] as typeof api.request)(
    `GET /api/v1/kickboxing/competitions/${eventId}/events`,
  );
  return eventsOf(body).find(({ event }) => event === 'card')?.data;
}

it(
  'any sequence of taps is the model on all servers',
  async () => {
    const evenings = fc.array(step, { minLength: 2, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(evenings, clockErrors, async (steps, errors) => {
        // Back to now: a token lasts a day.
        api.clock.reset();
        api.clock.stop();
        const ids = await addBout();
        const model = new Model();
        const sent: Tap[] = [];
        const send = async ({ at, ...tap }: Tap, device: number) => {
          const body = { ...tap, at: new Date(at).toISOString() };
          const path = `POST /api/v1/events/${ids.eventId}/bouts/${ids.boutId}/bells`;
          const answer = await (timekeepers[device] as typeof first.request)(path, { body });
          expect(answer.status).toBe(200);
          return answer.body.id as string;
        };
        for (const { passesMs, rings, device, waitedMs, sends, again, undoes } of steps) {
          api.clock.advance(passesMs);
          const now = api.clock.now().getTime();
          const { kind, round } = rings ??
            nextBell(boutState(model.bells), plan) ?? { kind: 'over', round: null };
          const hasRound = kind !== 'walkout' && kind !== 'over';
          const at = now - waitedMs + (errors[device] as number);
          const tap = { id: randomUUID(), kind, round: hasRound ? round : null, at };
          sent.push(tap);
          if (sends === 'both at once') {
            const other = { ...tap, id: randomUUID() };
            const [mine, theirs] = await Promise.all([send(tap, device), send(other, 1 - device)]);
            expect(theirs).toBe(mine);
            model.arrive(mine === other.id ? other : tap, now);
          } else {
            await send(tap, device);
            if (sends === 'twice') await send(tap, device);
            model.arrive(tap, now);
          }
          const repeated = again === null ? undefined : sent.at(-1 - again);
          if (repeated) {
            await send(repeated, 1 - device);
            model.arrive(repeated, now);
          }
          const undone = undoes === null ? undefined : model.bells.at(-1 - undoes);
          if (!undone) continue;
          const path = `DELETE /api/v1/events/${ids.eventId}/bouts/${ids.boutId}/bells/${undone.id}`;
          const { status } = await (timekeepers[device] as typeof first.request)(path);
          expect(status).toBe(model.undo(undone, now));
        }
        const kept = model.bells.map(({ rungAt: _, ...bell }) => bell);
        for (const server of [0, 1]) {
          expect(await boardOn(server, ids)).toEqual(kept.toSorted((a, b) => a.id.localeCompare(b.id)));
          expect(await cardOn(server, ids)).toMatchObject(model.card(ids.boutId));
        }
        expect(await cardOn(0, ids)).toEqual(await cardOn(1, ids));
      }),
      sequences,
    );
  },
  sequencesTimeoutMs,
);
