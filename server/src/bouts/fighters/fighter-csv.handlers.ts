import { Readable } from 'node:stream';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { byteOrderMark, writeCsv } from '../../events/accesses/access-csv.ts';
import { type ExportedFighter, listFightersToExport } from '../../fighters/fighter.repository.ts';
import type { Filter } from '../../lists/list-query.ts';
import { readListQuery } from '../../lists/list-query.ts';

/** Rows of the export in memory at a time. */
const pageLength = 1_000;

const columns = [
  ...(['id', 'slug', 'name', 'nickname', 'country', 'born', 'heightCm', 'reachCm', 'stance', 'gym'] as const),
  ...(['wins', 'losses', 'draws', 'noContests', 'knockouts', 'countedUntil', 'bouts'] as const),
];

interface Wanted {
  q: string;
  filter: Filter | undefined;
}

export function fighterCsvHandlers({ db }: { db: Db }): Handlers<'exportFighters'> {
  return {
    async exportFighters({ query }) {
      const { filter } = readListQuery({ filter: query.filter });
      const wanted = { q: query.q ?? '', filter };
      // Before the response begins: after that an error could only cut it off.
      const firstPage = await listFightersToExport(db, wanted, { last: undefined, limit: pageLength });
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="fighters.csv"',
        },
        body: Readable.from(writePages(db, wanted, firstPage)) as never,
      };
    },
  };
}

async function* writePages(db: Db, wanted: Wanted, firstPage: ExportedFighter[]) {
  yield byteOrderMark + writeCsv([columns]);
  let page = firstPage;
  while (page.length > 0) {
    yield writeCsv(page.map(cellsOf));
    if (page.length < pageLength) return;
    page = await listFightersToExport(db, wanted, { last: page.at(-1), limit: pageLength });
  }
}

function cellsOf({ countryCode, birthDate, record, ...fighter }: ExportedFighter): (string | null)[] {
  const cells: Record<string, unknown> = { ...fighter, ...record, country: countryCode, born: birthDate };
  return columns.map((column) => (cells[column] == null ? null : String(cells[column])));
}
