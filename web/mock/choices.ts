/**
 * What the viewer of the mock has chosen: for each call as usual, or something else. Terms: a *call* is an operation of
 * the contract, `*` for all of them or `video` for playlists and segments; `~text` after it narrows it to addresses with
 * that text. A *choice* is `slow`, `never`, `offline`, a status, or the key of an example in the contract.
 */
import type { MockOperation } from '../../openapi/scripts/mock/operations.ts';

export type Choices = Record<string, string>;

const storageKey = 'ringside-mock';
/** `?mock=listPurchases:purchaseListNone,video:404` */
const parameter = 'mock';
const separator = ',';

/** Takes the choices out of the address, where a test or a link has put them; otherwise those of this tab. */
export function readChoices(): Choices {
  const url = new URL(window.location.href);
  const given = url.searchParams.get(parameter);
  if (given === null) return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}');
  const choices = parseChoices(given);
  window.sessionStorage.setItem(storageKey, JSON.stringify(choices));
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, '', url);
  return choices;
}

/** Opens an address of this site with these choices. The page loads anew, because most states are those of a first load. */
export function openWith(choices: Choices, address = window.location.href) {
  const url = new URL(address, window.location.href);
  url.searchParams.set(parameter, formatChoices(choices));
  const isSame = url.pathname === window.location.pathname;
  isSame ? window.location.replace(url) : window.location.assign(url);
}

function parseChoices(text: string): Choices {
  const pairs = text.split(separator).map((pair) => {
    const at = pair.lastIndexOf(':');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return Object.fromEntries(pairs.filter(([call]) => call));
}

export function formatChoices(choices: Choices): string {
  return Object.entries(choices)
    .map(([call, choice]) => `${call}:${choice}`)
    .join(separator);
}

/** @returns the choice for this call of an operation; undefined: as usual. */
export function choiceFor(choices: Choices, operationId: string, url: string): string | undefined {
  const address = decode(url);
  const found = Object.entries(choices).find(([call]) => {
    const [name, text] = call.split('~');
    return name === operationId && (text === undefined || address.includes(text));
  });
  return found?.[1] ?? choices['*'];
}

/** @returns the header `Prefer` for a choice; undefined where the operation has no such answer. */
export function preferenceFor(
  { answers }: Pick<MockOperation, 'answers'>,
  choice: string,
): string | undefined {
  if (/^\d{3}$/.test(choice))
    return answers.some(({ status }) => status === Number(choice)) ? `code=${choice}` : undefined;
  const answer = answers.find(({ name }) => name === choice);
  return answer && `code=${answer.status}, example=${answer.name}`;
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}
