import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { decodeText } from '../../ui/csv/csv.ts';
import { countOf } from '../../ui/table/list.ts';
import { AddressCount } from './address-count.tsx';
import { addressesOf, type PickedFile, readAddressFile, recipientLimit } from './recipients.ts';
import classes from './who-field.module.css';

/** What the import of the contract takes (docs/product.md, 5.15). */
const sizeLimitMb = 4;

interface Props {
  file: PickedFile | null;
  onChange: (file: PickedFile | null) => void;
}

export function WhoFile({ file, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const [isOver, setIsOver] = useState(false);

  async function read(picked: File | undefined) {
    if (!picked) return;
    setError('');
    if (picked.size > sizeLimitMb * 1024 * 1024)
      return setError(`This file is too large: at most ${sizeLimitMb} MB. Divide it.`);
    const bytes = new Uint8Array(await picked.arrayBuffer());
    // Excel's own format is a zip file.
    if (bytes[0] === 0x50 && bytes[1] === 0x4b)
      return setError('This is not a CSV file. In your spreadsheet choose “Save as” and CSV.');
    onChange({ name: picked.name, ...readAddressFile(decodeText(bytes)) });
  }
  return (
    <>
      {/* Dropping a file is a second way; the button is the one for everybody. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void read(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="File with addresses"
          className={classes.input}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            // The same file can be chosen again after it was changed.
            currentTarget.value = '';
          }}
        />
        <IconFileSpreadsheet size={32} aria-hidden />
        <p className={classes.note}>
          {file
            ? file.name
            : `A list with one column of e-mail addresses, or a file as the export writes it; at most ${sizeLimitMb} MB and ${countOf(recipientLimit, ['row', 'rows'])}.`}
        </p>
        <Button variant="default" onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a CSV file'}
        </Button>
      </div>
      {error ? (
        <p role="alert" className={classes.fault}>
          {error}
        </p>
      ) : null}
      {file ? <FileContent file={file} onColumn={(column) => onChange({ ...file, column })} /> : null}
    </>
  );
}

function FileContent({ file, onColumn }: { file: PickedFile; onColumn: (column: number) => void }) {
  const list = useMemo(() => addressesOf(file, file.column), [file]);
  if (file.isComplete) {
    return (
      <div role="status" className={classes.count}>
        <p>
          <strong className="tabular">{countOf(file.rows.length, ['row', 'rows'])}</strong>. Each row names
          its event and its window, so nothing else needs to be chosen.
        </p>
        {file.rows.length > recipientLimit ? (
          <p className={classes.fault}>
            {`At most ${countOf(recipientLimit, ['row', 'rows'])} at once. Divide the file.`}
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <>
      <NativeSelect
        size="md"
        label="Column with the addresses"
        data={[
          ...(file.column < 0 ? [{ value: '-1', label: 'Choose a column' }] : []),
          ...file.header.map((name, index) => ({
            value: String(index),
            label: name || `Column ${index + 1}`,
          })),
        ]}
        value={String(file.column)}
        onChange={({ currentTarget }) => onColumn(Number(currentTarget.value))}
        error={file.column < 0 ? 'No column of this file has e-mail addresses.' : undefined}
      />
      {file.column >= 0 ? <AddressCount list={list} /> : null}
    </>
  );
}
