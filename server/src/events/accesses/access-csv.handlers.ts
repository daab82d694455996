import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { recordCreations } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { splitVersion } from '../../http/entity-tag.ts';
import { bodyIssue, type Issue, problem, validationProblem } from '../../http/problems.ts';
import { readListQuery } from '../../lists/list-query.ts';
import { findBlock } from '../block.repository.ts';
import { findEvent } from '../event.repository.ts';
import { byteOrderMark, columns, writeCsv } from './access-csv.ts';
import { type ExportedAccess, type ExportTarget, listAccessesToExport } from './access-export.repository.ts';
import { accessFilterFields } from './access-filter.repository.ts';
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

interface Deps {
  db: Db;
  now: () => Date;
  /** Mails the people who get a complimentary access. */
  notify: (trx: Db, request: FastifyRequest, accessIds: string[]) => Promise<void>;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function accessCsvHandlers({
  db,
  now,
  notify,
  wakeOutbox,
}: Deps): Handlers<'importAccesses' | 'exportAccesses'> {
  return {
    async importAccesses({ body, query, request }) {
      const rows = await readImportRows(body);
      const dryRun = query.dryRun === 'true';
      const waiting = await db.transaction().execute(async (trx) => {
        const accesses = await checkRows(trx, rows);
        const waits = new Set(accesses.filter(({ email }) => email !== null).map(({ row }) => row));
        if (dryRun) return waits;
        assertNoIssues(rows);
        const inserted = await insertAccesses(trx, accesses);
        // A missing row was inserted by another request at the same moment; the file is refused, as it would be a
        // moment later.
        markStored(rows, findMissingRows(accesses, inserted));
        assertNoIssues(rows);
        const created = inserted.map((access) => splitVersion(access).fields);
        await recordCreations(trx, request, 'importAccesses', created);
        const given = created.filter(({ isComplimentary }) => isComplimentary);
        await notify(
          trx,
          request,
          given.map(({ id }) => id),
        );
        return waits;
      });
      if (!dryRun) wakeOutbox();
      const isRefused = rows.some(({ issues }) => issues.length > 0);
      const imported = isRefused ? 0 : rows.length;
      const results = rows.map((row) => toResult(row, waiting));
      const waits = isRefused ? 0 : waiting.size;
      return { status: 200, body: { dryRun, imported, waiting: waits, rows: results } };
    },

    async exportAccesses({ query }) {
      const { eventId, blockId } = query;
      const { filter } = readListQuery({ filter: query.filter });
      const fields = await accessFilterFields(db, filter, now());
      const target = { eventId, blockId, filter, fields };
      const slugs = eventId === undefined ? [] : await findSlugs(db, eventId, blockId);
      if (eventId === undefined && blockId !== undefined) throw validationProblem([blockWithoutEvent]);
      const name = ['accesses', ...slugs].join('-');
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

const blockWithoutEvent: Issue = {
  detail: 'Needs the event of the block in `eventId`.',
  pointer: '/blockId',
  location: 'query',
};

/** For the name of the file. @throws problem 404 when the event has no such block, or does not exist. */
async function findSlugs(db: Db, eventId: string, blockId: string | undefined): Promise<string[]> {
  const event = await findEvent(db, eventId, { blocks: false, liveStreams: false });
  const block = event && blockId !== undefined ? await findBlock(db, eventId, blockId) : undefined;
  if (event === undefined || (blockId !== undefined && block === undefined)) throw problem('not-found');
  return [event.slug, ...(block ? [block.slug] : [])];
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

function toResult({ row, email, issues }: ImportRow, waiting: ReadonlySet<number>) {
  return issues.length === 0
    ? { row, email, result: 'ok' as const, waiting: waiting.has(row), detail: null, issues }
    : { row, email, result: 'refused' as const, waiting: false, detail: describeIssues(issues), issues };
}

async function* writePages(db: Db, target: ExportTarget, firstPage: ExportedAccess[]) {
  yield byteOrderMark + writeCsv([columns]);
  let page = firstPage;
  while (page.length > 0) {
    yield writeCsv(page.map((access) => columns.map((column) => access[column])));
    if (page.length < pageLength) return;
    page = await listAccessesToExport(db, target, { last: page.at(-1), limit: pageLength });
  }
}
