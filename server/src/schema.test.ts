/** What people read about the database is true: the page names every trigger, and rules have the figures of the functions. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leaseLifetimeMs } from './playback/playback.rules.ts';
import { joinedMs } from './shop/compensation/outage.rules.ts';

const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
const page = readFileSync(new URL('../../docs/database.md', import.meta.url), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => String(name));

describe('docs/database.md', () => {
  const rows = page
    .replaceAll('\n  ', ' ')
    .split('\n')
    .filter((line) => line.startsWith('- `'));

  it('names each trigger in a line of its table', () => {
    const triggers = [...schema.matchAll(/^CREATE TRIGGER (\w+) .*? ON (\w+) /gm)];
    expect(triggers.length).toBeGreaterThan(40);
    const missing = triggers.filter(
      ([, trigger, table]) =>
        !rows.some((row) => row.split(':')[0]?.includes(`\`${table}\``) && row.includes(`\`${trigger}\``)),
    );
    expect(missing.map(([, trigger, table]) => `${trigger} on ${table}`)).toEqual([]);
  });

  it('names each function, and nothing that is gone', () => {
    const functions = new Set(namesIn(schema, /^CREATE OR REPLACE FUNCTION (\w+)/gm));
    const named = new Set(namesIn(page, /`(\w+)`/g));
    // A trigger that is called like its function stands for both.
    expect([...functions].filter((name) => !named.has(name))).toEqual([]);
    const parts = new Set(namesIn(schema, /(\w+)/g));
    expect([...named].filter((name) => !parts.has(name) && !known.has(name))).toEqual([]);
  });
  const known = new Set(['psql']);
});

describe('open_outage', () => {
  const [, text = ''] = /FUNCTION open_outage\(([\s\S]*?)\$function\$;/.exec(schema) ?? [];
  const secondsAfter = (words: string) =>
    Number(new RegExp(`${words} > at - interval '(\\d+) seconds'`).exec(text)?.[1]) * 1000;

  it('joins what outage.rules.ts joins', () => {
    expect(secondsAfter('ended_at')).toBe(joinedMs);
  });

  it('notes who watches by the lifetime of a lease', () => {
    expect(secondsAfter('lease.pinged_at')).toBe(leaseLifetimeMs);
  });
});
