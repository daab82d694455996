import type { ComponentType } from 'react';
import { serverNow } from '../../../../clock.ts';

/**
 * The controls of a filter. Each one turns its text in the address into a condition of the contract; a text that means
 * nothing becomes no condition, so that an old or mistyped link still opens the list.
 */
/** What an area's own field of a filter gets: the text in the address, and how to change it. */
export interface OwnFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export type FilterControl<Condition> = {
  label: string;
  /** Also offered when the filters are folded away. */
  isFirst?: boolean;
  toCondition: (text: string) => Condition | undefined;
} & (
  | { kind: 'text' }
  | { kind: 'choice'; options: Readonly<Record<string, string>> }
  | { kind: 'dates' }
  | { kind: 'own'; Field: ComponentType<OwnFieldProps> }
  | { kind: 'pinned' }
);

/** `%` and `_` are wildcards of the contract; typed by a person they mean themselves. */
function literal(text: string) {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** At most this long, so that the pattern keeps within the 255 characters of the contract when every one is escaped. */
const patternLength = 126;

interface Options {
  label: string;
  isFirst?: boolean;
}

/** Contains the text, in any case. */
export function text(options: Options): FilterControl<{ ilike: string }> {
  const toCondition = (typed: string) => {
    const wanted = typed.trim().slice(0, patternLength);
    return wanted === '' ? undefined : { ilike: `%${literal(wanted)}%` };
  };
  return { ...options, kind: 'text', toCondition };
}

/** Exactly the text, for ids and codes. */
export function exactly(options: Options): FilterControl<{ eq: string }> {
  const toCondition = (typed: string) => {
    const wanted = typed.trim().slice(0, 255);
    return wanted === '' ? undefined : { eq: wanted };
  };
  return { ...options, kind: 'text', toCondition };
}

/** One of the values of the contract, by its words. */
export function choice<const Value extends string>(
  options: Options & { options: Readonly<Record<Value, string>> },
): FilterControl<{ eq: Value }> {
  const isValue = (value: string): value is Value => Object.hasOwn(options.options, value);
  return { ...options, kind: 'choice', toCondition: (value) => (isValue(value) ? { eq: value } : undefined) };
}

/** True or false, by words for each. */
export function either(options: Options & { yes: string; no: string }): FilterControl<{ eq: boolean }> {
  const { yes, no, ...others } = options;
  const conditions = new Map([
    ['yes', { eq: true }],
    ['no', { eq: false }],
  ]);
  return { ...others, kind: 'choice', options: { yes, no }, toCondition: (value) => conditions.get(value) };
}

/** A field of the area's own, for example a picker. */
export function own<Condition>(
  options: Options & {
    Field: ComponentType<OwnFieldProps>;
    toCondition: (text: string) => Condition | undefined;
  },
): FilterControl<Condition> {
  return { ...options, kind: 'own' };
}

/** An id that a link has set, for example one person's; it is shown to be taken away, and cannot be typed. */
export function pinned(options: Pick<Options, 'label'>): FilterControl<{ eq: string }> {
  const toCondition = (id: string) =>
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? { eq: id } : undefined;
  return { ...options, kind: 'pinned', isFirst: true, toCondition };
}

/** An end of a range that moves with the clock, in saved views and links. */
export const movingEnd = 'now';

/**
 * From one day to another, both included, in the organiser's own zone: `2026-11-01..2026-11-30`. Either end may be
 * empty or `now`.
 */
export function dates(options: Options): FilterControl<{ gte?: string; lt?: string }> {
  const toCondition = (range: string) => {
    const { from, to } = datesOf(range);
    const gte = from === movingEnd ? thisMinute() : from && startOfDay(from);
    const lt = to === movingEnd ? thisMinute() : to && startOfDay(to, 1);
    return gte || lt ? { ...(gte ? { gte } : {}), ...(lt ? { lt } : {}) } : undefined;
  };
  return { ...options, kind: 'dates', toCondition };
}

/** The two ends of a range in the address; empty where there is none. */
export function datesOf(range: string) {
  const [from = '', to = ''] = range.split('..');
  return { from: isEnd(from) ? from : '', to: isEnd(to) ? to : '' };
}

export function rangeOf({ from, to }: { from: string; to: string }) {
  return from === '' && to === '' ? '' : `${from}..${to}`;
}

function isEnd(end: string) {
  return end === movingEnd || isDay(end);
}

/** A list is not read again with each tick of the clock. */
function thisMinute() {
  const minuteMs = 60_000;
  return new Date(Math.floor(serverNow() / minuteMs) * minuteMs).toISOString();
}

function isDay(day: string) {
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
}

function startOfDay(day: string, daysLater = 0) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  // The contract knows the years up to 9999.
  return start.getUTCFullYear() <= 9999 ? start.toISOString() : undefined;
}
