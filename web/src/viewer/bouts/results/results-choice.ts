/**
 * Whether the viewer wants to see how fights ended (docs/product.md, 45.13): a *choice* for each event, remembered in this browser, and
 * single bouts that were *revealed*, which are forgotten with the page. Without a choice results are hidden.
 */
import { isBrowser } from '../../../config.ts';
import { createStore } from '../../../store.ts';

export type ResultsChoice = 'shown' | 'hidden';
type Choices = Readonly<Record<string, ResultsChoice>>;

const storageKey = 'ringside-results';
/** More than anybody watches; the oldest choices go first. */
const mostKept = 200;

const isChoice = (value: unknown) => value === 'shown' || value === 'hidden';

/** By the ids of the events. */
export const choices = createStore<Choices>(isBrowser ? readStored() : {});
// The viewer has chosen in another tab.
if (isBrowser)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) choices.set(readStored());
  });

export function choose(eventId: string, choice: ResultsChoice) {
  // Another tab may have stored the choice for another event.
  const { [eventId]: _, ...others } = { ...choices.get(), ...readStored() };
  const next = Object.fromEntries([...Object.entries(others).slice(1 - mostKept), [eventId, choice]]);
  choices.set(next);
  if (choice === 'hidden') revealed.set(new Map([...revealed.get()].filter(([, id]) => id !== eventId)));
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage it holds until the page closes.
  }
}

function readStored(): Choices {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}');
    const known = Object.entries(stored ?? {}).filter(([, choice]) => isChoice(choice));
    return Object.fromEntries(known.slice(-mostKept));
  } catch {
    return {};
  }
}

/** Bouts whose result alone the viewer wants to see, with the id of their event. */
export const revealed = createStore<ReadonlyMap<string, string>>(new Map());

export const reveal = (eventId: string, boutId: string) =>
  revealed.set(new Map([...revealed.get(), [boutId, eventId]]));
