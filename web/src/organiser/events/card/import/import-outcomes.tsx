import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { roundsInWords, unknownFighter, weightInWords } from '@ringside/rules/bout-words';
import { countryName } from '../../../ui/fields/countries.ts';
import { countOf } from '../../../ui/table/list.ts';
import classes from './import.module.css';
import type { ImportedCorner, Outcome } from './import.queries.ts';

type Corner = 'red' | 'blue';

interface Props {
  rows: readonly Outcome[];
  /** Of the pasted rows, for what could not be read. */
  onChoose: (row: number, corner: Corner, choice: string) => void;
}

const columnWords: Record<Outcome['issues'][number]['column'], string> = {
  order: 'Order',
  block: 'Block',
  red: 'Red corner',
  blue: 'Blue corner',
  weight: 'Weight',
  rounds: 'Rounds',
  title: 'Title',
  country: 'Country',
};

/** How the server understands each row, with a choice where a name is not clear. */
export function ImportOutcomes({ rows, onChoose }: Props) {
  return (
    <ol className={classes.rows}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <li key={index} className={classes.row} data-result={row.result}>
          <span className={`tabular ${classes.number}`}>{index + 1}</span>
          <div className={classes.words}>
            <p className={classes.names}>
              <Name corner="red" of={row.red} /> <span className={classes.versus}>v</span>{' '}
              <Name corner="blue" of={row.blue} />
            </p>
            <p className={classes.terms}>
              {[row.block, weightInWords(row), roundsInWords(row), row.title].filter(Boolean).join(' · ')}
            </p>
            {row.issues.map(({ column, detail }) => (
              <p key={column + detail} className={classes.fault}>
                {`${columnWords[column]}: ${detail}`}
              </p>
            ))}
            {(['red', 'blue'] as const).map((corner) =>
              row[corner].candidates.length > 0 ? (
                <Choice
                  key={corner}
                  row={index + 1}
                  corner={corner}
                  of={row[corner]}
                  onChoose={(choice) => onChoose(index, corner, choice)}
                />
              ) : null,
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Name({ corner, of }: { corner: Corner; of: ImportedCorner }) {
  const { state, name, countryCode } = of;
  return (
    <span className={classes.name} data-corner={corner} data-open={state === 'open' || undefined}>
      {name ?? unknownFighter}
      {countryCode ? <span className={classes.country}>{` ${countryCode}`}</span> : null}
      {state === 'new' ? <span className={classes.mark}> new</span> : null}
    </span>
  );
}

interface ChoiceProps {
  row: number;
  corner: Corner;
  of: ImportedCorner;
  onChoose: (choice: string) => void;
}

function Choice({ row, corner, of, onChoose }: ChoiceProps) {
  const value = of.state === 'new' ? 'new' : (of.fighterId ?? '');
  return (
    <NativeSelect
      size="md"
      className={classes.choice as string}
      label={`Bout ${row}, ${corner} corner: who is it?`}
      value={value}
      error={value === '' ? 'The name is not clear.' : undefined}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {value === '' ? <option value="">Choose</option> : null}
      {of.candidates.map((fighter) => (
        <option key={fighter.id} value={fighter.id}>
          {[
            fighter.name,
            fighter.countryCode && countryName(fighter.countryCode),
            fighter.gym,
            countOf(fighter.bouts, ['bout', 'bouts']),
          ]
            .filter(Boolean)
            .join(', ')}
        </option>
      ))}
      <option value="new">Somebody else: add a new fighter</option>
    </NativeSelect>
  );
}
