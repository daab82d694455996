import type { Phase } from '../ui/time/time.ts';
import { CompetitionCard } from './competition-card.tsx';
import classes from './competition-section.module.css';
import type { CompetitionItem } from './use-competitions-by-phase.ts';

interface Props {
  id: string;
  title: string;
  phase: Phase;
  competitions: CompetitionItem[];
  /** Shown when there are no competitions; without it the section is left out. */
  emptyText?: string;
}

export function CompetitionSection({ id, title, phase, competitions, emptyText }: Props) {
  if (competitions.length === 0 && !emptyText) return null;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      {competitions.length === 0 ? <p className={classes.empty}>{emptyText}</p> : null}
      <div className={classes.grid}>
        {competitions.map((competition) => (
          <CompetitionCard key={competition.id} competition={competition} phase={phase} />
        ))}
      </div>
    </section>
  );
}
