/** The values of the form of a bout: texts as they are typed, empty for nothing. */
import type { components } from '@ringside/openapi/schema';
import { minutesOf } from '@ringside/rules/bout-words';
import { secondsOf } from './bout-words.ts';
import type { Bout } from './card.queries.ts';

type Schemas = components['schemas'];

export interface WeighInValues {
  weightKg: string;
  day: string;
  isMissed: boolean;
  consequence: string;
}

export interface BoutValues {
  blockId: string;
  redFighterId: string | null;
  blueFighterId: string | null;
  redWeighIn: WeighInValues;
  blueWeighIn: WeighInValues;
  weightClass: string;
  weightLimitKg: string;
  isCatchweight: boolean;
  rules: Bout['rules'];
  rulesText: string;
  rounds: string;
  /** "3:00" */
  roundSeconds: string;
  breakSeconds: string;
  hasExtraRound: boolean;
  title: string;
  statusReason: string;
}

export const boutLabels = {
  blockId: 'Block',
  redFighterId: 'Red corner',
  blueFighterId: 'Blue corner',
  redWeighIn: 'Weigh-in of the red corner',
  'redWeighIn.weightKg': 'Weight in kg',
  'redWeighIn.day': 'Day',
  'redWeighIn.isMissed': 'Too heavy',
  'redWeighIn.consequence': 'What followed',
  blueWeighIn: 'Weigh-in of the blue corner',
  'blueWeighIn.weightKg': 'Weight in kg',
  'blueWeighIn.day': 'Day',
  'blueWeighIn.isMissed': 'Too heavy',
  'blueWeighIn.consequence': 'What followed',
  weightClass: 'Weight class',
  weightLimitKg: 'Limit in kg',
  isCatchweight: 'Catchweight',
  rules: 'Rules',
  rulesText: 'What the rules differ in',
  rounds: 'Rounds',
  roundSeconds: 'Length of a round',
  breakSeconds: 'Break',
  hasExtraRound: 'Extra round after a draw',
  title: 'Title',
  statusReason: 'Reason',
};

export const noWeighIn: WeighInValues = { weightKg: '', day: '', isMissed: false, consequence: '' };

/** A new bout. What mostly stays the same through a block is taken from the bout before it. */
export function newBout(blockId: string, before: Bout | undefined): BoutValues {
  return {
    blockId,
    redFighterId: null,
    blueFighterId: null,
    redWeighIn: noWeighIn,
    blueWeighIn: noWeighIn,
    weightClass: '',
    weightLimitKg: '',
    isCatchweight: false,
    rules: before?.rules ?? 'k1',
    rulesText: before?.rulesText ?? '',
    rounds: String(before?.rounds ?? 3),
    roundSeconds: minutesOf(before?.roundSeconds ?? 180),
    breakSeconds: minutesOf(before?.breakSeconds ?? 60),
    hasExtraRound: before?.hasExtraRound ?? false,
    title: '',
    statusReason: '',
  };
}

export function valuesOf(bout: Bout): BoutValues {
  const { blockId, red, blue, isCatchweight, rules, rounds, roundSeconds, breakSeconds, hasExtraRound } =
    bout;
  return {
    blockId,
    redFighterId: red.fighter?.id ?? null,
    blueFighterId: blue.fighter?.id ?? null,
    redWeighIn: weighInOf(red.weighIn),
    blueWeighIn: weighInOf(blue.weighIn),
    weightClass: bout.weightClass ?? '',
    weightLimitKg: bout.weightLimitKg === null ? '' : String(bout.weightLimitKg),
    isCatchweight,
    rules,
    rulesText: bout.rulesText ?? '',
    rounds: String(rounds),
    roundSeconds: minutesOf(roundSeconds),
    breakSeconds: minutesOf(breakSeconds),
    hasExtraRound,
    title: bout.title ?? '',
    statusReason: bout.statusReason ?? '',
  };
}

function weighInOf(weighIn: Schemas['WeighIn'] | null): WeighInValues {
  if (!weighIn) return noWeighIn;
  const { weightKg, day, isMissed, consequence } = weighIn;
  return { weightKg: String(weightKg), day: day ?? '', isMissed, consequence: consequence ?? '' };
}

/** Only what was given: an emptied text becomes null. */
export function bodyOf(values: Partial<BoutValues>): Schemas['BoutUpdate'] {
  const { redFighterId, blueFighterId, isCatchweight, rules, hasExtraRound } = values;
  return withoutMissing({
    redFighterId,
    blueFighterId,
    isCatchweight,
    rules,
    hasExtraRound,
    redWeighIn: given(values.redWeighIn, weighInBody),
    blueWeighIn: given(values.blueWeighIn, weighInBody),
    weightClass: given(values.weightClass, (text) => text || null),
    weightLimitKg: given(values.weightLimitKg, (text) => (text === '' ? null : numberOf(text))),
    rulesText: given(values.rulesText, (text) => text || null),
    rounds: given(values.rounds, numberOf),
    roundSeconds: given(values.roundSeconds, secondsIn),
    breakSeconds: given(values.breakSeconds, secondsIn),
    title: given(values.title, (text) => text || null),
    statusReason: given(values.statusReason, (text) => text || null),
  });
}

export function createOf({ statusReason: _, ...values }: BoutValues): Schemas['BoutCreate'] {
  const { status: __, ...body } = bodyOf(values);
  return { ...(body as Omit<Schemas['BoutCreate'], 'blockId'>), blockId: values.blockId };
}

const given = <From, To>(value: From | undefined, make: (value: From) => To) =>
  value === undefined ? undefined : make(value);

/** A field that is sent is changed, so one that was not given must not be there. */
function withoutMissing<T extends object>(body: T) {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

function weighInBody({ weightKg, day, isMissed, consequence }: WeighInValues) {
  if (weightKg === '') return null;
  return { weightKg: numberOf(weightKg), day: day || null, isMissed, consequence: consequence || null };
}

/** The comma of many keyboards is a point. */
const numberOf = (text: string) => Number(text.trim().replace(',', '.'));
const secondsIn = (text: string) => secondsOf(text) ?? Number.NaN;

/** What could not be sent at all. */
export function checkBout(values: BoutValues): Record<string, string> {
  const issues: [field: string, isWrong: boolean, words: string][] = [
    [
      'weightLimitKg',
      Number.isNaN(numberOf(values.weightLimitKg)),
      'Write a number, for example 70 or 72.5.',
    ],
    ['rounds', !/^\s*\d+\s*$/.test(values.rounds), 'Write a whole number.'],
    ['roundSeconds', secondsOf(values.roundSeconds) === undefined, wantsMinutes],
    ['breakSeconds', secondsOf(values.breakSeconds) === undefined, wantsMinutes],
    ...(['redWeighIn', 'blueWeighIn'] as const).map((field): [string, boolean, string] => {
      const { weightKg, day, isMissed, consequence } = values[field];
      const isStarted = day !== '' || isMissed || consequence !== '';
      const isWrong = weightKg === '' ? isStarted : Number.isNaN(numberOf(weightKg));
      return [`${field}.weightKg`, isWrong, 'Write the weight, for example 69.9.'];
    }),
  ];
  return Object.fromEntries(issues.flatMap(([field, isWrong, words]) => (isWrong ? [[field, words]] : [])));
}

const wantsMinutes = 'Write minutes and seconds, for example 3:00.';

/** The words of a field in the choice of 412. @param nameOf a fighter. */
export function boutFieldInWords(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (field.endsWith('FighterId')) return value ? nameOf(String(value)) : 'To be announced';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value && typeof value === 'object') {
    const { weightKg, day, isMissed, consequence } = value as WeighInValues;
    if (weightKg === '') return 'Empty';
    return [`${weightKg} kg`, day, isMissed ? 'too heavy' : '', consequence].filter(Boolean).join(', ');
  }
  return value ? String(value) : 'Empty';
}
