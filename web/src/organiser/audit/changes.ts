/** What an entry of the audit log has changed, field by field and in words. */
import type { components } from '@ringside/openapi/schema';
import { locales } from '../../ui/locales.ts';
import { formatDateTime, zoneName } from '../../ui/time/time.ts';
import { wordsOfField } from './audit-words.ts';

export type AuditEntry = components['schemas']['AuditEntry'];

export interface Change {
  field: string;
  label: string;
  /** One text per line; none: not set. */
  before: string[];
  after: string[];
}

type Fields = Record<string, unknown>;

export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [old, next] = [flat(before ?? {}), flat(after ?? {})];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].map((field) => ({
    field,
    label: field
      .split('.')
      .map((name, depth) => (depth === 0 ? wordsOfField(name) : wordsOfField(name).toLowerCase()))
      .join(', '),
    before: lines(old[field]),
    after: lines(next[field]),
  }));
}

/** Objects become fields of their own: `location.cityName`. */
function flat(fields: Fields, prefix = ''): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      isObject(value) && Object.keys(value).length > 0
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lines(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap(lines);
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (typeof value === 'number') return [value.toLocaleString(locales)];
  if (isObject(value))
    return Object.entries(value).map(([name, item]) => `${wordsOfField(name)}: ${lines(item).join(', ')}`);
  return [textOf(String(value))];
}

const words = new Map([
  ['set', 'Set'],
  ['changed', 'Changed'],
]);

function textOf(text: string) {
  if (isInstant(text)) return `${formatDateTime(text)} ${zoneName(text)}`;
  return words.get(text) ?? text;
}

function isInstant(text: string) {
  return (
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d(:?\d\d)?)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

/** The name of what was changed, as far as the entry knows it. */
export function nameOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  for (const fields of [after, before]) {
    for (const key of ['name', 'email', 'code']) {
      const value = fields?.[key];
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return '';
}

export function actorOf({ actorId, actorName }: Pick<AuditEntry, 'actorId' | 'actorName'>) {
  if (actorName) return actorName;
  return actorId ? 'Deleted account' : "Operator's command";
}
