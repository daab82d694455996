import { expect, it } from 'vitest';
import { formatDateTime, zoneName } from '../../ui/time/time.ts';
import { wordsOfAction, wordsOfEntity, wordsOfField } from './audit-words.ts';
import { actorOf, changesOf, nameOf } from './changes.ts';

it('shows nested fields, times, flags and emptied texts in words', () => {
  const instant = '2026-11-20T19:00:00+00:00';
  const changes = changesOf({
    before: {
      status: 'draft',
      location: { cityName: 'Rotterdam', address: null },
      isPaid: false,
      description: 'Old',
    },
    after: {
      status: 'public',
      location: { cityName: 'Delft', address: null },
      isPaid: true,
      startDate: instant,
      description: '',
    },
  });
  expect(changes).toEqual([
    { field: 'status', label: 'Status', before: ['draft'], after: ['public'] },
    { field: 'location.cityName', label: 'Location, city name', before: ['Rotterdam'], after: ['Delft'] },
    { field: 'location.address', label: 'Location, address', before: [], after: [] },
    { field: 'isPaid', label: 'Paid', before: ['No'], after: ['Yes'] },
    { field: 'description', label: 'Description', before: ['Old'], after: [] },
    {
      field: 'startDate',
      label: 'Start date',
      before: [],
      after: [`${formatDateTime(instant)} ${zoneName(instant)}`],
    },
  ]);
});

it.each([
  ['a list', { roleCodes: ['organiser', 'viewer'] }, ['organiser', 'viewer']],
  ['an empty list', { roleCodes: [] }, []],
  ['a number', { accesses: 12_000 }, ['12,000']],
  [
    'a list of objects',
    { items: [{ blockName: 'Main card', seats: 2 }] },
    ['Block name: Main card', 'Seats: 2'],
  ],
  ['a text that only begins like a time', { name: '2026-11-20T19:00 gala' }, ['2026-11-20T19:00 gala']],
  ['an impossible time', { name: '2026-99-99T19:00:00Z' }, ['2026-99-99T19:00:00Z']],
])('reads %s', (_name, after, expected) => {
  expect(changesOf({ before: null, after })[0]?.after).toEqual(expected);
});

it('survives what no operation writes', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as Record<string, unknown>;
  expect(changesOf({ before: null, after: deep })).toHaveLength(1);
  expect(changesOf({ before: null, after: { x: {}, y: [[[null]]] } })).toMatchObject([
    { after: [] },
    { after: [] },
  ]);
});

it('names the actor and what was changed', () => {
  expect(actorOf({ actorId: null, actorName: null })).toBe("Operator's command");
  expect(actorOf({ actorId: '1', actorName: null })).toBe('Deleted account');
  expect(nameOf({ before: { name: 'Gala' }, after: null })).toBe('Gala');
  expect(nameOf({ before: { status: 'draft' }, after: { status: 'public' } })).toBe('');
});

it('keeps an action and a kind that it does not know', () => {
  expect(wordsOfAction('createTournament')).toBe('createTournament');
  expect(wordsOfAction('constructor')).toBe('constructor');
  expect(wordsOfEntity('ring-side')).toBe('Ring side');
  expect(wordsOfField('liveStreamId')).toBe('Live stream (id)');
});
