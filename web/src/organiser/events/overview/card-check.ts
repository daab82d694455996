/** What the card of an event still lacks. An event can be shown without any of it. */
import type { components } from '@ringside/openapi/schema';
import { boutName } from '@ringside/rules/bout-words';
import { adminPaths } from '../../../admin-paths.ts';
import { countOf } from '../../ui/table/list.ts';
import type { Check } from './readiness.ts';

type Schemas = components['schemas'];
type Event = Schemas['Event'];

/** Fighters are weighed on the day before, or in the morning. */
const weighInMs = 24 * 60 * 60_000;

/** @param bouts the whole card in its order. */
export function cardCheckOf(event: Event, bouts: readonly Schemas['Bout'][], now: number): Check {
  return {
    title: 'Card',
    isNeeded: false,
    href: adminPaths.eventCard.href(event.id),
    ...stateOf(event, bouts, now),
  };
}

function stateOf({ blocks = [], startDate, endDate }: Event, bouts: readonly Schemas['Bout'][], now: number) {
  if (bouts.length === 0) return open('Not set up: viewers see the blocks, and not who fights whom.');
  const announced = bouts.filter(({ status }) => status !== 'cancelled');
  const last = announced.at(-1);
  if (last === undefined) return open('All bouts are cancelled.');

  const empty = blocks.filter(({ id }) => !announced.some(({ blockId }) => blockId === id));
  const corners = announced.flatMap(({ red, blue }) => [red, blue]);
  const nobody = corners.filter(({ fighter }) => fighter === null).length;
  const isTimeToWeigh = Date.parse(startDate) - weighInMs <= now && now < Date.parse(endDate);
  const unweighed = corners.filter(({ fighter, weighIn }) => fighter && !weighIn).length;
  const missing = [
    nobody > 0 ? `${countOf(nobody, ['corner is', 'corners are'])} to be announced.` : '',
    empty.length > 0
      ? `${empty.map(({ name }) => `“${name}”`).join(', ')} ${empty.length === 1 ? 'has' : 'have'} no bout.`
      : '',
    isTimeToWeigh && unweighed > 0
      ? `${countOf(unweighed, ['fighter has', 'fighters have'])} no weigh-in yet.`
      : '',
  ].filter(Boolean);
  if (missing.length > 0) return open(missing.join(' '));
  return {
    isDone: true,
    text: `${countOf(announced.length, ['bout', 'bouts'])}. Main event: ${boutName(last)}.`,
  };
}

const open = (text: string) => ({ isDone: false, text });
