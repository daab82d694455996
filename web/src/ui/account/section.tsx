import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './account-page.module.css';

interface Props {
  title: string;
  /** What it is good for, in one or two sentences. */
  children: ReactNode;
  lead: ReactNode;
}

/** One card of an account page. */
export function Section({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.sectionTitle}>
        {title}
      </h2>
      <p className={classes.lead}>{lead}</p>
      {children}
    </section>
  );
}
