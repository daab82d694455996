/**
 * Where a fight night stands: what is on, what is over, and when the rest is expected. Computed from the card and its bells alone,
 * so it is the same on every server. It holds from its `at` on; a viewer whose picture is behind must not see it before.
 */
import { type Bell, boutState } from '@ringside/rules/bell';
import type { Fight } from './bout-length.rules.ts';
import type { BellRow, BoutRow } from './bouts.tables.ts';
import { type ExpectedStart, expectedStarts } from './estimate.rules.ts';

export interface CardBout extends Fight, Pick<BoutRow, 'id' | 'blockId' | 'status'> {
  /** Those that count. */
  bells: Pick<BellRow, 'id' | 'kind' | 'round' | 'at'>[];
}

const minuteMs = 60_000;

interface CardBlock {
  id: string;
  startDate: string;
  endDate: string;
}

/** @param bouts in the order of the card. @param blocks in the order of their starts. */
export function cardStateOf(bouts: readonly CardBout[], blocks: readonly CardBlock[]) {
  const times = bouts.flatMap(({ bells }) => bells.map(({ at }) => Date.parse(at)));
  const at = times.length > 0 ? Math.max(...times) : undefined;
  const states = ringsOfNight(bouts, blocks).map(({ begun, toCome, startMs }) => {
    const counting = begun.filter(({ status }) => status !== 'cancelled');
    // Behind a bout that has begun, the one before it is over, with or without its last bell.
    const on = counting.filter((bout) => bout === begun.at(-1) && bout.state.phase !== 'over');
    const until = begun.length > 0 && at !== undefined ? at : longBefore(startMs);
    return {
      on,
      over: counting.filter((bout) => !on.includes(bout)),
      expected: [...expectedStarts([...begun, ...toCome], until)].map(asExpected),
    };
  });
  return {
    at: at === undefined ? null : new Date(at).toISOString(),
    on: states.flatMap(({ on }) =>
      on.map(({ id, state }) => ({ boutId: id, phase: phaseOn(state.phase), round: state.round })),
    ),
    overBoutIds: states.flatMap(({ over }) => over.map(({ id }) => id)),
    expected: states.flatMap(({ expected }) => expected),
  };
}

/**
 * What was rung in each ring, and what follows there. Blocks that overlap in time are fought in different rings.
 * @returns `begun` in the order in which they were fought, which may be another one than that of the card; `toCome` with those that
 * were cancelled.
 */
export function ringsOfNight<Bout extends CardBout>(bouts: readonly Bout[], blocks: readonly CardBlock[]) {
  return ringsOf(blocks).map((ring) => {
    const card = ring.flatMap(({ id, startDate }) =>
      bouts
        .filter(({ blockId }) => blockId === id)
        .map((bout) => {
          const bells = bout.bells.map(asBell);
          return { ...bout, bells, blockStartMs: Date.parse(startDate), state: boutState(bells) };
        }),
    );
    const begun = card
      .filter(({ state }) => state.phase !== 'waiting')
      .sort((a, b) => firstBellOf(a) - firstBellOf(b));
    const toCome = card.slice(1 + card.findLastIndex((bout) => begun.includes(bout)));
    return { begun, toCome, startMs: card[0]?.blockStartMs };
  });
}

const firstBellOf = ({ bells }: { bells: readonly Bell[] }) => Math.min(...bells.map(({ at }) => at));

/** Without a bell the plan holds, whatever the hour: nothing else is known. */
const longBefore = (startMs = 0) => startMs - 24 * 60 * minuteMs;

type Phase = ReturnType<typeof boutState>['phase'];
type PhaseOn = Exclude<Phase, 'waiting' | 'over'>;

/** A bout that is on is neither waiting nor over. */
const phaseOn = (phase: Phase): PhaseOn => (phase === 'waiting' || phase === 'over' ? 'walkout' : phase);

function asBell({ at, ...bell }: CardBout['bells'][number]): Bell {
  return { ...bell, at: Date.parse(at), isUndone: false };
}

/** Blocks that overlap in time are fought in different rings. */
function ringsOf(blocks: readonly CardBlock[]): CardBlock[][] {
  const rings: CardBlock[][] = [];
  for (const block of blocks) {
    const free = rings.find((ring) => Date.parse(ring.at(-1)?.endDate ?? '') <= Date.parse(block.startDate));
    if (free) free.push(block);
    else rings.push([block]);
  }
  return rings;
}

/** In whole minutes: more is not known, and the same state stays the same text. */
function asExpected([boutId, { expectedMs, fromMs, toMs, isPlan }]: [string, ExpectedStart]) {
  const minute = (ms: number, round: (value: number) => number) =>
    new Date(round(ms / minuteMs) * minuteMs).toISOString();
  return {
    boutId,
    at: minute(expectedMs, Math.round),
    earliest: minute(fromMs, Math.floor),
    latest: minute(toMs, Math.ceil),
    isPlan,
  };
}
