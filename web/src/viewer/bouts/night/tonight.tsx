import { VisuallyHidden } from '@mantine/core';
import { boutName, type Corner, nameIn, roundsInWords, weightInWords } from '@ringside/rules/bout-words';
import type { ReactNode } from 'react';
import { FighterFace } from '../../../ui/pictures/fighter-face.tsx';
import type { Reader } from '../../../ui/time/time.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { openTale } from '../bout-list.tsx';
import { spokenPair } from '../bout-words.ts';
import type { Bout, EventOfBouts } from '../bouts.queries.ts';
import type { CardState } from './card-states.ts';
import { momentOfBout, phaseInWords } from './night-words.ts';
import classes from './tonight.module.css';

interface Props {
  bouts: readonly Bout[];
  state: Pick<CardState, 'on' | 'overBoutIds' | 'expected'>;
  /** Whether the viewer's picture has come to the state: only then its round is told. */
  isBesidePicture: boolean;
  /** How long the round runs in the viewer's picture. */
  roundSeconds: number | undefined;
  event: EventOfBouts;
  reader: Reader | undefined;
  /** What stands below the bout that is on. */
  actions: ReactNode;
  /** "Tell me" for a bout that comes, as a bell without words beside its row. */
  tellOf: (bout: Bout, isIcon?: boolean) => ReactNode;
}

const nextCount = 2;

/** What is on and what comes next. Rendered while something is on or expected. */
export function Tonight(props: Props) {
  const { bouts, state, isBesidePicture, roundSeconds, event, reader, actions, tellOf } = props;
  const now = useNow(60_000);
  const find = (id: string) => bouts.find((bout) => bout.id === id);
  const on = state.on.flatMap((each) => {
    const bout = find(each.boutId);
    return bout ? [{ bout, phase: isBesidePicture ? each : undefined }] : [];
  });
  const next = state.expected.flatMap(({ boutId }) => {
    const bout = find(boutId);
    const isOn = state.on.some((each) => each.boutId === boutId);
    return bout && !isOn ? [{ bout, moment: momentOfBout(state, boutId, now, reader) }] : [];
  });
  if (on.length === 0 && next.length === 0) return null;
  return (
    <section className={classes.tonight} aria-label="Tonight">
      {on.map(({ bout, phase }) => (
        <button key={bout.id} type="button" className={classes.now} onClick={() => openTale(bout, event)}>
          {/* Without the seconds: nobody wants to hear them count. */}
          <VisuallyHidden>
            {['Now', spokenPair(bout), phase && phaseInWords(phase, undefined)].filter(Boolean).join(', ')}
          </VisuallyHidden>
          <span className={classes.head} aria-hidden>
            <span className={`eyebrow ${classes.eyebrow}`}>Now</span>
            {phase ? (
              <span className={`display tabular ${classes.phase}`}>{phaseInWords(phase, roundSeconds)}</span>
            ) : null}
          </span>
          <span className={classes.pair} aria-hidden>
            <Side bout={bout} corner="red" />
            <span className={classes.versus}>v</span>
            <Side bout={bout} corner="blue" />
          </span>
          <span className={classes.terms} aria-hidden>
            {[bout.title, weightInWords(bout), roundsInWords(bout)].filter(Boolean).join(' · ')}
          </span>
        </button>
      ))}
      {actions}
      {next.length > 0 ? (
        <ol className={classes.next} aria-label="Next">
          {next.slice(0, nextCount).map(({ bout, moment }, index) => (
            <li key={bout.id} className={classes.item}>
              <button
                type="button"
                className={classes.row}
                onClick={() => openTale(bout, event, tellOf(bout))}
              >
                <VisuallyHidden>
                  {[index === 0 ? 'Next' : 'Then', spokenPair(bout), moment?.spoken]
                    .filter(Boolean)
                    .join(', ')}
                </VisuallyHidden>
                <span className={`eyebrow ${classes.eyebrow}`} aria-hidden>
                  {index === 0 ? 'Next' : 'Then'}
                </span>
                <span className={`display ${classes.name}`} aria-hidden>
                  {boutName(bout)}
                </span>
                <span className={`tabular ${classes.when}`} aria-hidden>
                  <span className={classes.span}>{moment?.words}</span>
                  {moment?.span ? <span className={classes.span}> ({moment.span})</span> : null}
                </span>
              </button>
              {tellOf(bout, true)}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function Side({ bout, corner }: { bout: Bout; corner: Corner }) {
  return (
    <span className={classes.side} data-corner={corner}>
      <FighterFace fighter={bout[corner].fighter} corner={corner} />
      <span className={`display ${classes.name}`}>{nameIn(bout, corner)}</span>
    </span>
  );
}
