import { VisuallyHidden } from '@mantine/core';
import {
  boutName,
  type Corner,
  recordInShort,
  roundsInWords,
  unknownFighter,
  weightInWords,
} from '@ringside/rules/bout-words';
import { lazy, type ReactNode, Suspense } from 'react';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import classes from './bout-list.module.css';
import { boutHash, changeInWords, countryName, spokenBout } from './bout-words.ts';
import type { Bout, EventOfBouts } from './bouts.queries.ts';
import type { BoutMoment, BoutMoments } from './night/night-words.ts';

const TaleOfTheTape = lazy(() =>
  import('./tale-of-the-tape.tsx').then((file) => ({ default: file.TaleOfTheTape })),
);

interface Props {
  /** Of one block, in order. */
  bouts: readonly Bout[];
  event: EventOfBouts;
  /** The main event of the night is twice as high. */
  mainEventId: string | undefined;
  /** By the id of the bout: what may be said of how far the night has come, and of results. */
  moments?: BoutMoments | undefined;
  /** What stands below the tale of the tape. */
  actionsOf?: ((bout: Bout) => ReactNode) | undefined;
}

/** The bouts of a block. */
export function BoutList({ bouts, event, mainEventId, moments, actionsOf }: Props) {
  const momentOf = ({ id }: Bout) => moments?.get(id);
  return (
    <ol className={classes.list}>
      {bouts.map((bout) => (
        <li
          key={bout.id}
          id={boutHash(bout.id).slice(1)}
          className={classes.item}
          data-main-event={bout.id === mainEventId || undefined}
        >
          <button
            type="button"
            className={classes.row}
            data-cancelled={bout.status === 'cancelled' || undefined}
            data-when={momentOf(bout)?.when}
            onClick={() => openTale(bout, event, actionsOf?.(bout))}
          >
            <VisuallyHidden>{spokenBout(bout, bouts.length, momentOf(bout)?.spoken)}</VisuallyHidden>
            <span aria-hidden className={classes.shown}>
              <Side bout={bout} corner="red" moment={momentOf(bout)} />
              <Middle bout={bout} moment={momentOf(bout)} />
              <Side bout={bout} corner="blue" moment={momentOf(bout)} />
              <Change bout={bout} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** @param actions stand below the tale. */
export function openTale(bout: Bout, event: EventOfBouts, actions?: ReactNode) {
  openModal({
    title: boutName(bout),
    content: () => (
      <Suspense fallback={null}>
        <TaleOfTheTape bout={bout} event={event} />
        {actions}
      </Suspense>
    ),
  });
}

function Side({ bout, corner, moment }: { bout: Bout; corner: Corner; moment: BoutMoment | undefined }) {
  const { fighter } = bout[corner];
  return (
    <span className={classes.side} data-corner={corner}>
      <FighterFace fighter={fighter} corner={corner} />
      <span className={classes.words}>
        <span className={`display ${classes.name}`} data-open={fighter === null || undefined}>
          {fighter?.name ?? unknownFighter}
        </span>
        {fighter ? (
          <span className={`tabular ${classes.facts}`}>
            {fighter.countryCode ? (
              <abbr className={classes.country} title={countryName(fighter.countryCode)}>
                {fighter.countryCode}
              </abbr>
            ) : null}
            {fighter.record ? recordInShort(fighter.record) : null}
            {moment?.winner === corner ? <span className={classes.won}>Won</span> : null}
          </span>
        ) : null}
      </span>
    </span>
  );
}

function Middle({ bout, moment }: { bout: Bout; moment: BoutMoment | undefined }) {
  return (
    <span className={classes.middle}>
      {moment ? (
        <span className={`tabular ${classes.when}`} title={moment.span}>
          {moment.words}
        </span>
      ) : null}
      {bout.title ? <span className={classes.title}>{bout.title}</span> : null}
      <span className={classes.terms}>{weightInWords(bout)}</span>
      <span className={classes.terms}>{roundsInWords(bout)}</span>
    </span>
  );
}

function Change({ bout }: { bout: Bout }) {
  const words = changeInWords(bout);
  return words ? <span className={classes.change}>{words}</span> : null;
}
