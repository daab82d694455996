/** What an organiser pastes, a table or a plain list, as the rows that the contract takes. The server says what the cells mean. */
import type { components } from '@ringside/openapi/schema';
import { readCsv, unescapeCell, withoutInvisible } from '../../../ui/csv/csv.ts';

export type ImportRow = components['schemas']['BoutImportRow'];
type ImportColumn = (typeof columns)[number];

export const columns = ['order', 'block', 'red', 'blue', 'weight', 'rounds', 'title', 'country'] as const;

/** The limit of the contract. */
export const rowLimit = 80;

/** What the columns of a table are called, in small letters. */
const headings: Record<ImportColumn, readonly string[]> = {
  order: ['order', 'no', 'no.', 'nr', '#', 'number', 'bout', 'fight'],
  block: ['block', 'session', 'part', 'card'],
  red: ['red', 'red corner', 'red fighter', 'fighter red'],
  blue: ['blue', 'blue corner', 'blue fighter', 'fighter blue'],
  weight: ['weight', 'weight class', 'class', 'limit', 'kg'],
  rounds: ['rounds', 'round'],
  title: ['title', 'for'],
  country: ['country', 'countries'],
};

/** "Noor Haddad v Jens Okafor" */
const versus = /\s+(?:vs?\.?|versus|gegen|contre|×)\s+/i;

export function rowsOf(text: string): ImportRow[] {
  const lines = readCsv(withoutInvisible(text)).map((cells) => cells.map(unescapeCell));
  const [first = []] = lines;
  const header = first.map((cell) => columns.find((column) => headings[column].includes(cell.toLowerCase())));
  const isTable = header.includes('red') && header.includes('blue');
  if (isTable) return lines.slice(1).map((cells) => named(header, cells));
  let block: string | undefined;
  return lines.flatMap((cells) => {
    const filled = cells.filter((cell) => cell !== '');
    const [only = '', ...others] = filled;
    if (versus.test(filled[0] ?? '')) return [listed(only, others, block)];
    // A line of its own names the block of those below it.
    if (others.length === 0) {
      block = only.replace(/:$/, '');
      return [];
    }
    if (filled.length === 2) return [withBlock({ red: only, blue: others[0] ?? '' }, block)];
    return [named(columns, cells)];
  });
}

function named(header: readonly (ImportColumn | undefined)[], cells: readonly string[]): ImportRow {
  const entries = header.flatMap((column, at) => (column && cells[at] ? [[column, cells[at]]] : []));
  return Object.fromEntries(entries);
}

const withBlock = (row: ImportRow, block: string | undefined): ImportRow => (block ? { ...row, block } : row);

/** A line of a list: "3. Noor Haddad v Jens Okafor, 70 kg, 5 x 3, Benelux title" */
function listed(names: string, others: readonly string[], block: string | undefined): ImportRow {
  const [red = '', ...rest] = names.replace(/^\d{1,3}\s*[.):]\s*/, '').split(versus);
  const row: ImportRow = { red: red.trim(), blue: rest.join(' ').trim() };
  for (const cell of others) {
    if (row.rounds === undefined && /^\d{1,2}\s*([x×*]|r\b|rounds?\b)/i.test(cell)) row.rounds = cell;
    else if (row.weight === undefined && /\d\s*(kg|kilo|lb)|weight|^[-–+]?\d+([.,]\d+)?$/i.test(cell))
      row.weight = cell;
    else row.title = row.title ? `${row.title}, ${cell}` : cell;
  }
  return withBlock(row, block);
}
