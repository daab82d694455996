/** What a banner says of a bout that has changed, in one line. Nothing here is a result. */
import type { components } from '@ringside/openapi/schema';
import { type Corner, pairName } from '@ringside/rules/bout-words';

type Bout = components['schemas']['Bout'];

/** The contract's limit. */
export const bannerLength = 140;

/** A banner has none of these (21.7), a reason or a name may. */
const refused = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

export const lengthOf = (text: string) => [...text].length;

/**
 * "Fight 4: Noor Haddad now meets Jens Okafor. Tim de Wit is out."
 * @param place as `placesOf` says it. The reason, and then the place, are left out where they do not fit.
 */
export function proposedBanner(bout: Bout, place: string): string {
  const words = changeOf(bout);
  const reason = bout.status === 'announced' ? '' : (bout.statusReason?.trim() ?? '');
  const said = bout.status === 'announced' ? `${place} is now ${words}` : `${place}: ${words}`;
  const lines = [reason && `${said} ${asSentence(reason)}`, said, words]
    .filter(Boolean)
    .map((line) => line.replace(refused, ' '));
  return lines.find((line) => lengthOf(line) <= bannerLength) ?? shortened(lines.at(-1) ?? '');
}

function changeOf({ status, red, blue, replacements }: Bout): string {
  const names = { red: red.fighter?.name ?? null, blue: blue.fighter?.name ?? null };
  if (status === 'cancelled') return `${pairName(names.red, names.blue)} is cancelled.`;
  const [replacement] = replacements;
  if (status !== 'replaced' || !replacement) return `${pairName(names.red, names.blue)}.`;
  const corner: Corner = replacements.length === 1 ? replacement.corner : 'blue';
  const [stays, comes] = [names[corner === 'red' ? 'blue' : 'red'], names[corner]];
  const out = replacements.map(({ name }) => name).join(' and ');
  const isOut = `${out} ${replacements.length === 1 ? 'is' : 'are'} out.`;
  return stays && comes ? `${stays} now meets ${comes}. ${isOut}` : `${pairName(stays, comes)}. ${isOut}`;
}

const asSentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`);

const shortened = (text: string) => `${[...text].slice(0, bannerLength - 1).join('')}…`;

interface Block {
  block: { name: string };
  bouts: readonly { id: string }[];
}

/** Where each bout stands, as viewers count: "Fight 4", or "Main card, fight 4" where several blocks have bouts. */
export function placesOf(card: readonly Block[]): Map<string, string> {
  const hasOneBlock = card.filter(({ bouts }) => bouts.length > 0).length === 1;
  return new Map(
    card.flatMap(({ block, bouts }) =>
      bouts.map(({ id }, index) => [
        id,
        hasOneBlock ? `Fight ${index + 1}` : `${block.name}, fight ${index + 1}`,
      ]),
    ),
  );
}
