import { blockPhase, blocksInOrder, hasReplay } from '@ringside/rules/card';
import { placeOf } from '@ringside/rules/event-words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { PhaseBadge } from '../../ui/badges/badges.tsx';
import { Countdown } from '../../ui/time/countdown.tsx';
import { formatDate, formatTime } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { useReader } from '../../ui/time/use-reader.ts';
import { BoutList } from '../bouts/bout-list.tsx';
import type { Bout } from '../bouts/bouts.queries.ts';
import { useIsMainFirst } from '../bouts/card-order.ts';
import type { BoutMoments } from '../bouts/night/night-words.ts';
import { AccessHint } from './access-hint.tsx';
import type { Block, BlockAccess, Competition } from './competition-types.ts';
import classes from './fight-card.module.css';
import { LiveBlockBadge } from './live-block-badge.tsx';
import { tellOf } from './tell-of.tsx';

interface Props {
  competition: Competition;
  accesses: readonly BlockAccess[] | undefined;
  /** Of all blocks; undefined: the page shows the blocks alone. */
  bouts?: readonly Bout[] | undefined;
  /** The bouts of a block are shown on demand: the card stands beside something else. */
  foldsBouts?: boolean;
  /** How far the night has come for this viewer, and the results that they want to see. */
  moments?: BoutMoments | undefined;
  /** The block of the current page. */
  currentBlockId?: string;
  /** What stands at the end of the row of a block that the viewer still has to buy. */
  priceOf?: (block: Block) => ReactNode;
}

/** The blocks of a competition, and who fights in them, in the order that the viewer likes. It shows no durations, and results where `moments` has them. */
export function FightCard({ competition, accesses, bouts, currentBlockId, ...rest }: Props) {
  const isMainFirst = useIsMainFirst();
  const blocks = inOrder(blocksInOrder(competition), bouts, isMainFirst);
  const reader = useReader(competition.timezone);
  const days = blocks.map(({ startDate }) => formatDate(startDate, reader));
  const shown = isMainFirst ? bouts?.toReversed() : bouts;
  return (
    <ol className={classes.card}>
      {blocks.map((block, index) => (
        <CardRow
          key={block.id}
          competition={competition}
          block={block}
          bouts={shown?.filter(({ blockId }) => blockId === block.id)}
          {...rest}
          mainEventId={bouts?.at(-1)?.id}
          // Said once a day, and not at all where the page has said it.
          day={isNewDay(days, index, formatDate(competition.startDate, reader)) ? days[index] : undefined}
          access={accesses?.find(({ blockId }) => blockId === block.id)}
          isCurrent={block.id === currentBlockId}
        />
      ))}
    </ol>
  );
}

/** With the main event first, blocks without fights come after those with some. */
function inOrder(blocks: Block[], bouts: readonly Bout[] | undefined, isMainFirst: boolean) {
  const isFought = ({ id }: Block) => bouts?.some(({ blockId }) => blockId === id) === true;
  if (!isMainFirst || !blocks.some(isFought)) return blocks;
  return [...blocks.filter(isFought).toReversed(), ...blocks.filter((block) => !isFought(block))];
}

function isNewDay(days: readonly string[], index: number, known: string) {
  return index === 0 ? days.some((day) => day !== known) : days[index] !== days[index - 1];
}

interface RowProps extends Pick<Props, 'competition' | 'bouts' | 'foldsBouts' | 'moments' | 'priceOf'> {
  block: Block;
  mainEventId: string | undefined;
  day: string | undefined;
  access: BlockAccess | undefined;
  isCurrent: boolean;
}

function CardRow({ competition, block, bouts, access, priceOf, ...row }: RowProps) {
  const { mainEventId, day, isCurrent, moments, foldsBouts } = row;
  const isSold = block.stripePriceId !== null || competition.stripePriceId !== null;
  const isOpen = !block.paymentRequired || access?.canWatch || access?.reason === 'access-not-started';
  const place = placeOf(block.location);
  const reader = useReader(competition.timezone);
  return (
    <li className={classes.item}>
      {day ? <p className={classes.day}>{day}</p> : null}
      <div className={classes.row} data-current={isCurrent || undefined}>
        <time className={`display tabular ${classes.clock}`} dateTime={block.startDate}>
          {formatTime(block.startDate, reader)}
        </time>
        <div className={classes.words}>
          <h3 className={`display ${classes.name}`}>
            <Link
              to={paths.block.href(competition.slug, block.slug)}
              className={classes.link}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {block.name}
            </Link>
          </h3>
          {block.description ? <p className={classes.description}>{block.description}</p> : null}
          {place && place !== placeOf(competition.location) ? (
            <p className={classes.description}>{place}</p>
          ) : null}
          <div className={classes.facts}>
            <BlockBadge block={block} />
            <AccessHint block={block} access={access} isSold={isSold} />
          </div>
        </div>
        {priceOf && block.paymentRequired && !isOpen ? (
          <div className={classes.price}>{priceOf(block)}</div>
        ) : null}
      </div>
      {bouts && bouts.length > 0 ? (
        <Folded isFolded={foldsBouts} words={bouts.length === 1 ? '1 fight' : `${bouts.length} fights`}>
          <BoutList
            bouts={bouts}
            event={competition}
            mainEventId={mainEventId}
            moments={moments}
            actionsOf={tellOf(competition, moments)}
          />
        </Folded>
      ) : null}
    </li>
  );
}

interface FoldedProps {
  isFolded: boolean | undefined;
  words: string;
  children: ReactNode;
}

function Folded({ isFolded, words, children }: FoldedProps) {
  if (!isFolded) return children;
  return (
    <details className={classes.folded}>
      <summary>{words}</summary>
      {children}
    </details>
  );
}

const soonMs = 24 * 60 * 60 * 1000;

function BlockBadge({ block }: { block: Block }) {
  const phase = useClock((now) => blockPhase(block, now));
  const isSoon = useClock((now) => (Date.parse(block.startDate) - now <= soonMs ? 1 : 0)) === 1;
  if (phase === 'live') return <LiveBlockBadge block={block} />;
  if (phase === 'past') return <PhaseBadge>{hasReplay(block) ? 'Replay' : 'Ended'}</PhaseBadge>;
  if (!isSoon) return <PhaseBadge>Upcoming</PhaseBadge>;
  return <Countdown to={block.startDate} className={classes.countdown} />;
}
