/** The filter language of `openapi/docs/guide.md` in plain JavaScript. SQL must give the same results. */
import type { FieldCondition, Filter, ListOrder, Scalar } from '../../src/lists/list-query.ts';

export type Value = Scalar | null;

/** A field with several values (the names of an event's blocks) is a list; a condition must hold for one of them. */
export type Item = Record<string, Value | Value[]>;

export function matches(item: Item, filter: Filter): boolean {
  return Object.entries(filter).every(([key, part]) => {
    if (key === 'AND') return (part as Filter[]).every((each) => matches(item, each));
    if (key === 'OR') return (part as Filter[]).some((each) => matches(item, each));
    if (key === 'NOT') return !matches(item, part as Filter);
    const value = item[key] ?? null;
    const holds = (single: Value) => matchesCondition(single, part as FieldCondition);
    return Array.isArray(value) ? value.some(holds) : holds(value);
  });
}

function matchesCondition(value: Value, condition: FieldCondition): boolean {
  return Object.entries(condition).every(([operator, operand]) => {
    if (operator === 'isNull') return (value === null) === operand;
    if (operator === 'isNotNull') return (value !== null) === operand;
    // A null value differs from every value and matches no pattern; it is neither greater nor less.
    if (value === null) return ['ne', 'notLike', 'notIlike'].includes(operator);
    const order = compare(value, operand);
    switch (operator) {
      case 'eq':
        return order === 0;
      case 'ne':
        return order !== 0;
      case 'gt':
        return order > 0;
      case 'gte':
        return order >= 0;
      case 'lt':
        return order < 0;
      case 'lte':
        return order <= 0;
      case 'like':
        return matchesPattern(String(value), String(operand));
      case 'ilike':
        return matchesPattern(String(value).toLowerCase(), String(operand).toLowerCase());
      case 'notLike':
        return !matchesPattern(String(value), String(operand));
      case 'notIlike':
        return !matchesPattern(String(value).toLowerCase(), String(operand).toLowerCase());
      default:
        throw new Error(`There is no operator ${operator}`);
    }
  });
}

/** Compares dates by time, and other texts by code points (as the "C" collation does). */
function compare(a: Scalar, b: Scalar): number {
  const [left, right] = [sortable(a), sortable(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function sortable(value: Scalar): string {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return toMicroseconds(text);
  // JavaScript orders UTF-16 units; UTF-8 bytes order as code points do.
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A date as UTC text of fixed length; a Date would drop the microseconds. */
export function toMicroseconds(instant: string): string {
  const [, seconds = '', fraction = '', zone = ''] = /^([^.Z+]{19})(?:\.(\d+))?(.+)$/.exec(instant) ?? [];
  return `${new Date(seconds + zone).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}`;
}

/** `%` matches any text, `_` one character, and `\` escapes the next one. */
function matchesPattern(text: string, pattern: string): boolean {
  const parts = [...pattern.matchAll(/\\(.)|([%_])|(.)/gsu)].map(([, escaped, wildcard, plain]) => {
    if (wildcard === '%') return '.*';
    if (wildcard === '_') return '.';
    return RegExp.escape(escaped ?? plain ?? '');
  });
  return new RegExp(`^${parts.join('')}$`, 'su').test(text);
}

/** Sorts as the list does: null values are last, and first in descending order. */
export function sortItems(items: Item[], order: ListOrder[]): Item[] {
  const last = order.at(-1)?.direction ?? 'asc';
  const terms = [...order, { field: 'id', direction: last }];
  return items.toSorted((a, b) => {
    for (const { field, direction } of terms) {
      const difference = compareNullable(a[field] as Value, b[field] as Value);
      if (difference !== 0) return direction === 'desc' ? -difference : difference;
    }
    return 0;
  });
}

function compareNullable(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}
