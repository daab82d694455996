/** The card as a table for a spreadsheet: the columns that the import reads, with the title last but one. */
import { minutesOf } from '@ringside/rules/bout-words';
import { writeCsv } from '../../../ui/csv/csv.ts';
import type { Bout } from '../card.queries.ts';
import type { Card } from '../card-order.ts';
import { columns } from '../import/import-rows.ts';

/** Cancelled bouts are left out: they do not take place. */
export function cardCsv(card: Card): string {
  let order = 0;
  const rows = card.flatMap(({ block, bouts }) =>
    bouts
      .filter(({ status }) => status !== 'cancelled')
      .map((bout) => {
        order += 1;
        return cellsOf(bout, block.name, order);
      }),
  );
  return writeCsv([columns, ...rows]);
}

function cellsOf({ red, blue, ...bout }: Bout, block: string, order: number): string[] {
  const limit = bout.weightLimitKg === null ? null : `${bout.weightLimitKg} kg`;
  const weight = [bout.weightClass, bout.isCatchweight ? 'catchweight' : null, limit];
  const [redCountry, blueCountry] = [red, blue].map(({ fighter }) => fighter?.countryCode ?? '');
  return [
    String(order),
    block,
    red.fighter?.name ?? 'TBA',
    blue.fighter?.name ?? 'TBA',
    weight.filter(Boolean).join(', '),
    `${bout.rounds} x ${minutesOf(bout.roundSeconds)}`,
    bout.title ?? '',
    redCountry || blueCountry ? `${redCountry} / ${blueCountry}` : '',
  ];
}
