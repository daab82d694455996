import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hasType } from '../../../api/problem.ts';
import { serverNow } from '../../../clock.ts';
import { type ImportResult, importAccesses } from '../accesses/accesses.queries.ts';
import { type AccessWindow, firstWindow, isChosen } from '../choosing/access-window.ts';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import type { Complimentary } from './complimentary-field.tsx';
import { csvOf, type GrantTable, sharedFaults, tableOf } from './grant-table.ts';
import { addressesOf, type Recipient, readAddresses } from './recipients.ts';
import type { Who } from './who-field.tsx';

export interface Report {
  table: GrantTable;
  result: ImportResult;
  at: number;
  /** The grant itself was refused, because something has changed since the dry run. */
  hasChanged: boolean;
}

export interface Done {
  table: GrantTable;
  result: ImportResult;
}

/**
 * The steps of a grant: fill in, dry run, grant. What was checked is what is sent; every change of the form throws the
 * report away.
 */
export function useGrant(
  event: EventWithBlocks | undefined,
  search: URLSearchParams,
  firstPeople: readonly Recipient[],
) {
  const queryClient = useQueryClient();
  const [who, setWho] = useState<Who>(() => ({
    way: 'typed',
    people: firstPeople,
    pasted: '',
    file: null,
  }));
  const [ownWindow, setOwnWindow] = useState<AccessWindow>();
  const [complimentary, setComplimentary] = useState<Complimentary>({ isComplimentary: false, note: '' });
  const [report, setReport] = useState<Report>();
  const [problem, setProblem] = useState<{ error: unknown; at: number }>();
  const [done, setDone] = useState<Done>();
  const [isSending, setIsSending] = useState(false);
  const [opened] = useState(serverNow);

  const block = event?.blocks?.find(({ id }) => id === search.get('block'));
  const blockId = block?.id ?? '';
  const target = block ?? event;
  const window = ownWindow ?? (target && firstWindow(target, opened));
  const isFile = who.way === 'file' && who.file?.isComplete === true;

  const recipients = useMemo(() => recipientsOf(who), [who]);
  const table = useMemo(() => {
    if (isFile && who.file) {
      const { header, rows, column } = who.file;
      return { header, rows, names: rows.map((row) => row[column] ?? '') };
    }
    if (!event || !window || !isChosen(window) || recipients.length === 0) return undefined;
    return tableOf(recipients, { eventId: event.id, blockId, window, complimentary });
  }, [isFile, who.file, event, blockId, window, recipients, complimentary]);

  function change() {
    setReport(undefined);
    setProblem(undefined);
  }

  async function send(run: () => Promise<void>) {
    if (isSending) return;
    setIsSending(true);
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      setProblem({ error, at: Date.now() });
    } finally {
      setIsSending(false);
    }
  }

  async function dryRun(checked: GrantTable, hasChanged = false) {
    const result = await importAccesses(csvOf(checked), { dryRun: true });
    setReport({ table: checked, result, at: Date.now(), hasChanged });
  }

  return {
    who,
    changeWho: (next: Partial<Who>) => {
      change();
      setWho({ ...who, ...next });
    },
    window,
    changeWindow: (next: AccessWindow) => {
      change();
      setOwnWindow(next);
    },
    complimentary,
    changeComplimentary: (next: Complimentary) => {
      change();
      setComplimentary(next);
    },
    blockId,
    target,
    isFile,
    table,
    report,
    problem,
    done,
    isSending,
    change,
    faults: report && !isFile ? sharedFaults(report.result) : {},
    missing: missingOf(recipients, window),
    check: () => table && send(() => dryRun(table)),
    grant: (granted: GrantTable) =>
      send(async () => {
        try {
          const result = await importAccesses(csvOf(granted), { dryRun: false });
          setDone({ table: granted, result });
          await queryClient.invalidateQueries();
        } catch (error) {
          if (!hasType(error, 'validation-error')) throw error;
          await dryRun(granted, true);
        }
      }),
    restart: () => {
      change();
      setDone(undefined);
      setWho({ way: who.way, people: [], pasted: '', file: null });
    },
  };
}

function recipientsOf({ way, people, pasted, file }: Who) {
  if (way === 'typed') return people;
  const list = way === 'pasted' ? readAddresses(pasted) : file ? addressesOf(file, file.column) : undefined;
  return (list?.addresses ?? []).map((email) => ({ email }));
}

function missingOf(recipients: readonly unknown[], window: AccessWindow | undefined) {
  if (recipients.length === 0) return 'Name at least one person.';
  return window ? 'Choose start and end.' : 'Choose an event.';
}
