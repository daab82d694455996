/** The filter language in plain JavaScript, as `openapi/docs/guide.md` describes it: what SQL has to agree with. */
import type { FieldCondition, Filter, ListOrder, Scalar } from '../../src/lists/list-query.ts';

export type Value = Scalar | null;

/** A field that holds for some of many (the names of an event's blocks) is a list. */
export type Item = Record<string, Value | Value[]>;

export function fits(item: Item, filter: Filter): boolean {
  return Object.entries(filter).every(([key, part]) => {
    if (key === 'AND') return (part as Filter[]).every((each) => fits(item, each));
    if (key === 'OR') return (part as Filter[]).some((each) => fits(item, each));
    if (key === 'NOT') return !fits(item, part as Filter);
    const value = item[key] ?? null;
    const holds = (single: Value) => fitsCondition(single, part as FieldCondition);
    return Array.isArray(value) ? value.some(holds) : holds(value);
  });
}

function fitsCondition(value: Value, condition: FieldCondition): boolean {
  return Object.entries(condition).every(([operator, operand]) => {
    if (operator === 'isNull') return (value === null) === operand;
    if (operator === 'isNotNull') return (value !== null) === operand;
    // What is not set differs from everything and fits no pattern; it is neither before nor after.
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
        return fitsPattern(String(value), String(operand));
      case 'ilike':
        return fitsPattern(String(value).toLowerCase(), String(operand).toLowerCase());
      case 'notLike':
        return !fitsPattern(String(value), String(operand));
      case 'notIlike':
        return !fitsPattern(String(value).toLowerCase(), String(operand).toLowerCase());
      default:
        throw new Error(`There is no operator ${operator}`);
    }
  });
}

/** Instants by the time that they name, everything else by its code points (as the "C" collation does). */
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

/** An instant as UTC text of fixed length; a Date would cut it to milliseconds. */
export function toMicroseconds(instant: string): string {
  const [, seconds = '', fraction = '', zone = ''] = /^([^.Z+]{19})(?:\.(\d+))?(.+)$/.exec(instant) ?? [];
  return `${new Date(seconds + zone).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}`;
}

/** `%` any text, `_` one character, `\` takes the next one literally. */
function fitsPattern(text: string, pattern: string): boolean {
  const parts = [...pattern.matchAll(/\\(.)|([%_])|(.)/gsu)].map(([, escaped, wildcard, plain]) => {
    if (wildcard === '%') return '.*';
    if (wildcard === '_') return '.';
    return RegExp.escape(escaped ?? plain ?? '');
  });
  return new RegExp(`^${parts.join('')}$`, 'su').test(text);
}

/** In the order of the list; what is not set comes last, and first when turned around. */
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
