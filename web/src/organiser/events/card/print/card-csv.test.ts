import { expect, it } from 'vitest';
import { exampleOf } from '../../../../test/contract-server.ts';
import type { Bout } from '../card.queries.ts';
import { rowsOf } from '../import/import-rows.ts';
import { cardCsv } from './card-csv.ts';

const block = { id: 'b', name: 'Main card', startDate: '', endDate: '' };
const [open, titleFight] = exampleOf('listBouts').data as [Bout, Bout];

it('has the columns that the import reads, without what is cancelled', () => {
  const cancelled = { ...open, status: 'cancelled' as const };
  const text = cardCsv([{ block, bouts: [cancelled, open, titleFight] }]);
  expect(text.split('\r\n')).toEqual([
    'order,block,red,blue,weight,rounds,title,country',
    '1,Main card,Tomás Varga,TBA,"Welterweight, 77 kg",3 x 3:00,,HU / ',
    '2,Main card,Noor Haddad,Jens Okafor,"Lightweight, 70 kg",5 x 3:00,Ringside lightweight title,NL / DE',
    '',
  ]);
  expect(rowsOf(text)[1]).toEqual({
    order: '2',
    block: 'Main card',
    red: 'Noor Haddad',
    blue: 'Jens Okafor',
    weight: 'Lightweight, 70 kg',
    rounds: '5 x 3:00',
    title: 'Ringside lightweight title',
    country: 'NL / DE',
  });
});

it('runs no formula in a spreadsheet, and the import reads the name as it was', () => {
  const name = '=HYPERLINK("http://x")';
  const bout = {
    ...titleFight,
    title: '+1',
    red: { ...titleFight.red, fighter: titleFight.red.fighter && { ...titleFight.red.fighter, name } },
  };
  const text = cardCsv([{ block, bouts: [bout] }]);
  expect(text).not.toMatch(/(^|[,"])[=+@-]/m);
  expect(rowsOf(text)[0]).toMatchObject({ red: name, title: '+1' });
});
