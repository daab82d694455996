import { Button, VisuallyHidden } from '@mantine/core';
import { type Bell, boutState } from '@ringside/rules/bell';
import { boutName } from '@ringside/rules/bout-words';
import { officialVersion } from '@ringside/rules/result';
import { resultInWords } from '@ringside/rules/result-words';
import { type Tone, ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { formatDateTime } from '../../../ui/time/time.ts';
import { openResultForm } from './result-form.tsx';
import type { Bout, Result } from './results.queries.ts';
import classes from './results-page.module.css';

interface Props {
  eventId: string;
  bout: Bout;
  /** "Fight 3 of 9" */
  place: string;
  bells: readonly Bell[];
  /** By their number. */
  versions: readonly Result[];
  needsConfirmation: boolean;
}

/** A bout with its result, all versions of it, and the way to sign one. */
export function ResultRow({ eventId, bout, place, bells, versions, needsConfirmation }: Props) {
  const newest = versions.at(-1);
  const official = officialVersion(versions);
  const [tone, word] = stateOf(bout, bells, newest);
  const isReady = bout.red.fighter !== null && bout.blue.fighter !== null;
  const name = boutName(bout);
  return (
    <li className={classes.bout}>
      <div className={classes.words}>
        <p className={classes.place}>
          {place} <ToneBadge tone={tone}>{word}</ToneBadge>
        </p>
        <h2 className={classes.names}>{name}</h2>
        {newest ? <p className={classes.outcome}>{resultInWords(newest)}</p> : null}
        {newest && official && newest !== official ? (
          <p className={classes.more}>{`Viewers still see: ${resultInWords(official)}`}</p>
        ) : null}
        {versions.length > 0 ? <Versions versions={versions} name={name} /> : null}
      </div>
      {isReady ? (
        <Button
          variant={newest ? 'default' : 'filled'}
          onClick={() => openResultForm({ eventId, bout, bells, newest, needsConfirmation })}
        >
          <span aria-hidden>{newest ? 'Correct' : 'Enter the result'}</span>
          <VisuallyHidden>{`${newest ? 'Correct' : 'Enter'} the result of ${name}`}</VisuallyHidden>
        </Button>
      ) : (
        <p className={classes.more}>A corner is to be announced.</p>
      )}
    </li>
  );
}

function stateOf(bout: Bout, bells: readonly Bell[], newest: Result | undefined): [Tone, string] {
  if (newest) return newest.state === 'official' ? ['good', 'Official'] : ['warning', 'Provisional'];
  if (bout.status === 'cancelled') return ['plain', 'Cancelled'];
  return boutState(bells).phase === 'over' ? ['warning', 'Over, no result yet'] : ['plain', 'No result yet'];
}

function Versions({ versions, name }: { versions: readonly Result[]; name: string }) {
  return (
    <details>
      <summary className={classes.summary}>{`Signatures of ${name}`}</summary>
      <ol className={classes.versions}>
        {versions.map((result) => (
          <li key={result.version}>
            <p className={classes.version}>{`Version ${result.version}: ${resultInWords(result)}`}</p>
            <p className={classes.more}>{signaturesOf(result)}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function signaturesOf({ reason, signedBy, signedAt, confirmedBy, officialAt }: Result): string {
  const sentences = [
    reason,
    `Signed by ${signedBy ?? 'a deleted account'}, ${formatDateTime(signedAt)}`,
    officialAt === null && 'Not confirmed',
    officialAt !== null && officialAt !== signedAt
      ? `Confirmed by ${confirmedBy ?? 'a deleted account'}, ${formatDateTime(officialAt)}`
      : officialAt !== null && 'Official without a second person',
  ];
  return sentences.filter(Boolean).join('. ');
}
