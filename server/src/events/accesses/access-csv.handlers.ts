import { Readable } from 'node:stream';
import { recordCreations } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { splitVersion } from '../../http/entity-tag.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { findBlock } from '../block.repository.ts';
import { findEvent } from '../event.repository.ts';
import { columns, writeCsv } from './access-csv.ts';
import { type ExportedAccess, type ExportTarget, listAccessesToExport } from './access-export.repository.ts';
import { findStoredRows, insertAccesses, lockImportTargets } from './access-import.repository.ts';
import {
  type AccessValues,
  addTargetIssues,
  describeIssues,
  findMissingRows,
  type ImportRow,
  storedAlready,
  toAccesses,
} from './access-import.rules.ts';
import { readImportRows } from './read-import-rows.ts';

/** Rows of the export in memory at a time. */
const pageLength = 1_000;

export function accessCsvHandlers({ db }: { db: Db }): Handlers<'importAccesses' | 'exportAccesses'> {
  return {
    async importAccesses({ body, query, request }) {
      const rows = await readImportRows(body);
      const dryRun = query.dryRun === 'true';
      await db.transaction().execute(async (trx) => {
        const accesses = await checkRows(trx, rows);
        if (dryRun) return;
        assertNoIssues(rows);
        const inserted = await insertAccesses(trx, accesses);
        // A missing row was inserted by another request at the same moment; the file is refused, as it would be a
        // moment later.
        markStored(rows, findMissingRows(accesses, inserted));
        assertNoIssues(rows);
        const created = inserted.map((access) => splitVersion(access).fields);
        await recordCreations(trx, request, 'importAccesses', created);
      });
      const isRefused = rows.some(({ issues }) => issues.length > 0);
      const imported = isRefused ? 0 : rows.length;
      return { status: 200, body: { dryRun, imported, rows: rows.map(toResult) } };
    },

    async exportAccesses({ query: target }) {
      const event = await findEvent(db, target.eventId, { blocks: false, liveStreams: false });
      if (event === undefined) throw problem('not-found');
      const block = target.blockId && (await findBlock(db, target.eventId, target.blockId));
      if (target.blockId && !block) throw problem('not-found');
      const name = ['accesses', event.slug, ...(block ? [block.slug] : [])].join('-');
      // Before the response begins: after that an error could only cut it off.
      const firstPage = await listAccessesToExport(db, target, { last: undefined, limit: pageLength });
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}.csv"`,
        },
        body: Readable.from(writePages(db, target, firstPage)),
      };
    },
  };
}

async function checkRows(trx: Db, rows: ImportRow[]): Promise<AccessValues[]> {
  const known = await lockImportTargets(trx, rows);
  for (const row of rows) addTargetIssues(row, known);
  const accesses = toAccesses(
    rows.filter(({ issues }) => issues.length === 0),
    known,
  );
  markStored(rows, await findStoredRows(trx, accesses));
  return accesses;
}

function markStored(rows: ImportRow[], stored: ReadonlySet<number>): void {
  for (const { row, issues } of rows) if (stored.has(row)) issues.push(storedAlready);
}

/** All rows or none. @throws problem 400 with every issue of every row. */
function assertNoIssues(rows: ImportRow[]): void {
  const issues = rows.flatMap(({ row, issues: faults }) =>
    faults.map(({ column, detail }) => bodyIssue(column === null ? `/${row}` : `/${row}/${column}`, detail)),
  );
  if (issues.length > 0) throw validationProblem(issues);
}

function toResult({ row, email, issues }: ImportRow) {
  return issues.length === 0
    ? { row, email, result: 'ok' as const, detail: null, issues }
    : { row, email, result: 'refused' as const, detail: describeIssues(issues), issues };
}

async function* writePages(db: Db, target: ExportTarget, firstPage: ExportedAccess[]) {
  yield writeCsv([columns]);
  let page = firstPage;
  while (page.length > 0) {
    yield writeCsv(page.map((access) => columns.map((column) => access[column])));
    if (page.length < pageLength) return;
    page = await listAccessesToExport(db, target, { last: page.at(-1), limit: pageLength });
  }
}
