import type { components } from '@ringside/openapi/schema';
import { expect, it } from 'vitest';
import { exampleOf } from '../../../test/contract-server.ts';
import { cardCheckOf } from './card-check.ts';

type Bout = components['schemas']['Bout'];

const event = exampleOf('getEvent');
const [first, titleFight] = exampleOf('listBouts').data as [Bout, Bout];
const blockId = titleFight.blockId;
const fighter = titleFight.red.fighter;
const weighIn = titleFight.red.weighIn;
const full = { ...titleFight, blockId, red: { fighter, weighIn }, blue: { ...titleFight.blue, weighIn } };
const only = { ...event, blocks: (event.blocks ?? []).filter(({ id }) => id === blockId).slice(0, 1) };
if (only.blocks.length === 0)
  only.blocks = [{ ...(event.blocks?.[0] as never as object), id: blockId, name: 'Main card' } as never];
const start = Date.parse(event.startDate);
const weekBefore = start - 7 * 86_400_000;
const after = Date.parse(event.endDate) + 1;

const cancelled = { ...full, status: 'cancelled' as const };
const unweighed = { ...full, red: { fighter, weighIn: null } };

it.each<[string, readonly Bout[], number, string]>([
  ['nothing', [], weekBefore, 'open: Not set up: viewers see the blocks, and not who fights whom.'],
  ['a whole card', [full], weekBefore, 'done: 1 bout. Main event: Noor Haddad v Jens Okafor.'],
  ['an open corner', [{ ...first, blockId }, full], weekBefore, 'open: 1 corner is to be announced.'],
  ['cancelled bouts alone', [cancelled], weekBefore, 'open: All bouts are cancelled.'],
  [
    'a cancelled bout with an open corner',
    [{ ...cancelled, blue: first.blue }, full],
    weekBefore,
    'done: 1 bout. Main event: Noor Haddad v Jens Okafor.',
  ],
  [
    'fighters who are weighed later',
    [unweighed],
    weekBefore,
    'done: 1 bout. Main event: Noor Haddad v Jens Okafor.',
  ],
  ['fighters who were not weighed', [unweighed], start - 3_600_000, 'open: 1 fighter has no weigh-in yet.'],
  ['fighters who never were', [unweighed], after, 'done: 1 bout. Main event: Noor Haddad v Jens Okafor.'],
])('%s', (_name, bouts, now, expected) => {
  const { isDone, isNeeded, text } = cardCheckOf(only, bouts, now);
  expect(`${isDone ? 'done' : 'open'}: ${text}`).toBe(expected);
  expect(isNeeded).toBe(false);
});

it('names the blocks without a bout', () => {
  const other = { ...(only.blocks[0] as (typeof only.blocks)[0]), id: 'other', name: 'Prelims' };
  const { text } = cardCheckOf({ ...only, blocks: [other, ...only.blocks] }, [full], weekBefore);
  expect(text).toBe('“Prelims” has no bout.');
});
