import { phaseOf, placeOf } from '@ringside/rules/event-words';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { LiveBadge } from '../../../ui/badges/badges.tsx';
import { formatNearDate } from '../../../ui/time/time.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { CompetitionItem } from '../finding.queries.ts';
import classes from '../search-box.module.css';
import { BoutFacts } from './hit-groups.tsx';
import { boutHref, boutTitle, fighterFacts, type Hits } from './hit-words.ts';

interface Option {
  href: string;
  name: string;
  facts: ReactNode;
}

export interface OptionGroup {
  label: string;
  options: Option[];
}

/** In the order of the keyboard; a group without hits is absent. */
export function optionGroups({ fighters, bouts, competitions }: Hits): OptionGroup[] {
  const groups = [
    {
      label: 'Fighters',
      options: fighters.map((fighter) => ({
        href: paths.fighter.href(fighter.slug),
        name: fighter.name,
        facts: <span>{fighterFacts(fighter)}</span>,
      })),
    },
    {
      label: 'Fights',
      options: bouts.map((bout) => ({
        href: boutHref(bout),
        name: boutTitle(bout),
        facts: <BoutFacts bout={bout} />,
      })),
    },
    {
      label: 'Nights',
      options: competitions.map((item) => ({
        href: paths.competition.href(item.slug),
        name: item.name,
        facts: <NightFacts item={item} />,
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function NightFacts({ item }: { item: CompetitionItem }) {
  const phase = useClock((now) => phaseOf(item, now));
  const date = useClock((now) => formatNearDate(item.startDate, now));
  return (
    <>
      {phase === 'live' ? <LiveBadge /> : null}
      <span>{[date, placeOf(item.location)].filter(Boolean).join(' · ')}</span>
      {phase === 'past' ? <span>· Replay</span> : null}
    </>
  );
}

interface Props {
  groups: readonly OptionGroup[];
  /** The place of the chosen option among all of them. */
  chosen: number;
  optionId: (index: number) => string;
  onChoose: () => void;
}

export function HitOptions({ groups, chosen, optionId, onChoose }: Props) {
  let before = 0;
  return groups.map((group) => {
    const first = before;
    before += group.options.length;
    return <Group key={group.label} {...{ group, first, chosen, optionId, onChoose }} />;
  });
}

function Group({
  group,
  first,
  chosen,
  optionId,
  onChoose,
}: Omit<Props, 'groups'> & { group: OptionGroup; first: number }) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox (ARIA), not of fields.
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={classes.group} role="presentation">
        {group.label}
      </div>
      {group.options.map(({ href, name, facts }, index) => (
        <OptionLink
          key={href}
          id={optionId(first + index)}
          href={href}
          isChosen={first + index === chosen}
          onChoose={onChoose}
        >
          <span className={`display ${classes.name}`}>{name}</span>
          <span className={classes.facts}>{facts}</span>
        </OptionLink>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  href: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function OptionLink({ id, href, isChosen, onChoose, children }: OptionProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Link
      ref={link}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      to={href}
      className={classes.option}
      onClick={onChoose}
    >
      {children}
    </Link>
  );
}
