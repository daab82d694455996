import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { locales } from '../../../ui/locales.ts';
import { saveCsv } from '../../../ui/save-file.ts';
import { countOf } from '../../ui/table/list.ts';
import type { ImportResult } from '../accesses/accesses.queries.ts';
import classes from './grant-report.module.css';
import { acceptedRows, type GrantTable, reportOf } from './grant-table.ts';
import type { Report } from './use-grant.ts';

const accesses = ['access', 'accesses'] as const;
const rows = ['row', 'rows'] as const;
/** More lines help nobody on a screen; the download has them all. */
const shownRows = 50;

interface Props {
  report: Report;
  isGranting: boolean;
  onGrant: (table: GrantTable) => void;
  onBack: () => void;
}

/** What a dry run has found: what would be granted, what waits, and what is refused and why. */
export function GrantReport({ report, isGranting, onGrant, onBack }: Props) {
  const { table, result, hasChanged } = report;
  const refused = result.rows.filter((row) => row.result === 'refused');
  const waiting = result.rows.filter((row) => row.waiting);
  const accepted = result.rows.length - refused.length;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.report} aria-labelledby="grant-report">
      <h2 id="grant-report" ref={heading} tabIndex={-1} className={classes.heading}>
        {hasChanged ? 'Something has changed meanwhile: nothing was granted' : 'This is what will happen'}
      </h2>
      <ul className={classes.counts}>
        <li>
          <strong className="tabular">{countOf(accepted - waiting.length, accesses)}</strong> at once
        </li>
        {waiting.length > 0 ? (
          <li>
            <strong className="tabular">{countOf(waiting.length, accesses)}</strong> as soon as the person has
            an account and confirms the address
          </li>
        ) : null}
        {refused.length > 0 ? (
          <li>
            <strong className="tabular">{countOf(refused.length, rows)}</strong> refused
          </li>
        ) : null}
      </ul>
      <RowList title="Refused" rows={refused} table={table} isOpen />
      <RowList title="Waiting: check the spelling" rows={waiting} table={table} />
      <div className={classes.actions}>
        {accepted > 0 ? (
          <Button
            size="md"
            loading={isGranting}
            onClick={() => onGrant(refused.length > 0 ? acceptedRows(table, result) : table)}
          >
            {refused.length > 0
              ? `Leave ${refused.length.toLocaleString(locales)} out and grant ${countOf(accepted, accesses)}`
              : `Grant ${countOf(accepted, accesses)}`}
          </Button>
        ) : null}
        <Button size="md" variant="default" disabled={isGranting} onClick={onBack}>
          Change something
        </Button>
        <ReportButton table={table} result={result} name="access-dry-run.csv" />
      </div>
    </section>
  );
}

export function ReportButton({
  table,
  result,
  name,
}: {
  table: GrantTable;
  result: ImportResult;
  name: string;
}) {
  return (
    <Button
      size="md"
      variant="subtle"
      color="gray"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => saveCsv(reportOf(table, result), name)}
    >
      Download report
    </Button>
  );
}

interface RowListProps {
  title: string;
  rows: ImportResult['rows'];
  table: GrantTable;
  isOpen?: boolean;
}

function RowList({ title, rows: listed, table, isOpen = false }: RowListProps) {
  if (listed.length === 0) return null;
  const rest = listed.length - shownRows;
  return (
    <details className={classes.list} open={isOpen}>
      <summary>{`${title} (${listed.length.toLocaleString(locales)})`}</summary>
      <ul>
        {listed.slice(0, shownRows).map(({ row, email, issues }) => (
          <li key={row}>
            <span className={classes.person}>{table.names[row - 1] || email || `Row ${row}`}</span>
            {issues.map(({ column, detail }) => (
              <span key={`${column}${detail}`} className={classes.reason}>
                {column && column !== 'email' ? `${column}: ${detail}` : detail}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{`And ${rest.toLocaleString(locales)} more, in the report.`}</p> : null}
    </details>
  );
}
