import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { openModal } from '../../../../ui/dialogs/modal-host.tsx';
import { FormProblem } from '../../../../ui/form/form-problem.tsx';
import { useLeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { showToast } from '../../../../ui/toasts/toasts.tsx';
import { decodeText } from '../../../ui/csv/csv.ts';
import { countOf } from '../../../ui/table/list.ts';
import classes from './import.module.css';
import { type ImportResult, importBouts } from './import.queries.ts';
import { ImportOutcomes } from './import-outcomes.tsx';
import { type ImportRow, rowLimit, rowsOf } from './import-rows.ts';

const bouts = ['bout', 'bouts'] as const;

export function openImport(eventId: string) {
  openModal({
    title: 'Import a card',
    size: '46rem',
    content: (close) => <ImportDialog eventId={eventId} close={close} />,
  });
}

/** Pasted rows, what the server makes of them, and then all of them at once. Nothing is stored before. */
function ImportDialog({ eventId, close }: { eventId: string; close: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const [checked, setChecked] = useState<{ rows: ImportRow[]; result: ImportResult }>();
  const isStored = useRef(false);
  useLeaveGuard(() => text.trim() !== '' && !isStored.current);

  const check = useMutation({
    meta: { showsProblem: true },
    mutationFn: async (rows: ImportRow[]) => ({ rows, result: await importBouts(eventId, rows, true) }),
    onSuccess: setChecked,
  });
  const store = useMutation({
    meta: { showsProblem: true },
    mutationFn: (rows: ImportRow[]) => importBouts(eventId, rows, false),
    onSuccess: async ({ imported }) => {
      isStored.current = true;
      close();
      showToast({ id: 'card', title: `${countOf(imported, bouts)} added`, tone: 'success' });
      await queryClient.invalidateQueries();
    },
    // Somebody has changed the card or a fighter meanwhile: the rows say what is wrong now.
    onError: (_error, rows) => check.mutate(rows),
  });

  function read() {
    const rows = rowsOf(text);
    setFault(faultOf(rows));
    if (faultOf(rows) === '') check.mutate(rows);
  }
  if (checked) {
    const { rows, result } = checked;
    const error = store.error ?? check.error;
    return (
      <div className={classes.dialog}>
        {error ? <FormProblem key={store.submittedAt} error={error} labels={{}} /> : null}
        <p role="status" className={classes.summary}>
          {summaryOf(result)}
        </p>
        <ImportOutcomes
          rows={result.rows}
          onChoose={(row, corner, choice) =>
            check.mutate(
              rows.map((each, at) => (at === row ? { ...each, [`${corner}Choice`]: choice } : each)),
            )
          }
        />
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => {
              store.reset();
              setChecked(undefined);
            }}
          >
            Change the text
          </Button>
          <Button
            disabled={result.imported === 0}
            loading={store.isPending || check.isPending}
            onClick={() => store.mutate(rows)}
          >
            {`Add ${countOf(rows.length, bouts)}`}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        read();
      }}
    >
      {check.error ? <FormProblem key={check.submittedAt} error={check.error} labels={{}} /> : null}
      <Textarea
        size="md"
        label="The card"
        description="From a spreadsheet with the columns order, block, red, blue, weight, rounds, title and country, or as a list with a block above its bouts."
        placeholder={'Main card\nNoor Haddad v Jens Okafor, 70 kg, 5 x 3, Benelux title'}
        rows={10}
        spellCheck={false}
        data-autofocus
        value={text}
        error={fault || undefined}
        onChange={({ currentTarget }) => {
          setFault('');
          setText(currentTarget.value);
        }}
      />
      <div className={classes.actions}>
        <FileButton onText={setText} onFault={setFault} />
        <Button type="submit" loading={check.isPending}>
          Check
        </Button>
      </div>
    </form>
  );
}

function FileButton({
  onText,
  onFault,
}: {
  onText: (text: string) => void;
  onFault: (fault: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  async function read(file: File | undefined) {
    if (!file) return;
    const bytes = new Uint8Array(await file.slice(0, sizeLimit).arrayBuffer());
    // Excel's own format is a zip file.
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    onFault(isZip ? 'This is not a CSV file. In your spreadsheet choose “Save as” and CSV.' : '');
    if (!isZip) onText(decodeText(bytes));
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="File with the card"
        className={classes.file}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0]);
          // The same file can be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        Choose a CSV file
      </Button>
    </>
  );
}

/** No card is longer. */
const sizeLimit = 256 * 1024;

function faultOf(rows: readonly ImportRow[]) {
  if (rows.length === 0)
    return 'No bout was found. Write one in each line, for example “Noor Haddad v Jens Okafor”.';
  return rows.length > rowLimit ? `At most ${rowLimit} bouts at once.` : '';
}

function summaryOf({ rows, imported }: ImportResult) {
  if (imported > 0) {
    const fresh = rows.flatMap(({ red, blue }) => [red, blue]).filter(({ state }) => state === 'new').length;
    return `Nothing is stored yet. ${countOf(imported, bouts)} can be added${fresh > 0 ? `, with ${countOf(fresh, ['new fighter', 'new fighters'])}` : ''}.`;
  }
  const unsure = rows.filter(({ result }) => result === 'unsure').length;
  const refused = rows.filter(({ result }) => result === 'refused').length;
  const parts = [
    refused > 0 ? `${countOf(refused, bouts)} cannot be added as written` : '',
    unsure > 0 ? `${countOf(unsure, bouts)} ${unsure === 1 ? 'has' : 'have'} a name that is not clear` : '',
  ];
  return `Nothing is stored yet: ${parts.filter(Boolean).join(', and ')}.`;
}
