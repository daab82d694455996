import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './overview.module.css';
import type { Check } from './readiness.ts';

/** What is there and what is missing; each line leads to where it is mended. */
export function ReadinessList({ checks, mayChange }: { checks: readonly Check[]; mayChange: boolean }) {
  const done = checks.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.card} aria-labelledby="readiness">
      <h3 id="readiness" className={classes.label}>
        {`Ready: ${done} of ${checks.length}`}
      </h3>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <li key={check.title} className={classes.check} data-state={stateOf(check)}>
            <CheckIcon check={check} />
            <div className={classes.checkWords}>
              {mayChange ? (
                <Link to={check.href} className={classes.checkLink}>
                  {check.title}
                </Link>
              ) : (
                <strong>{check.title}</strong>
              )}
              <span className={classes.state}>{stateWords[stateOf(check)]}</span>
              <p className={classes.text}>{check.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateWords = { done: 'Done', missing: 'Needed', advised: 'Recommended' };

function stateOf({ isDone, isNeeded }: Check) {
  if (isDone) return 'done';
  return isNeeded ? 'missing' : 'advised';
}

function CheckIcon({ check }: { check: Check }) {
  const props = { size: 24, stroke: 1.75, 'aria-hidden': true, className: classes.checkIcon };
  if (check.isDone) return <IconCircleCheck {...props} />;
  return check.isNeeded ? <IconAlertTriangle {...props} /> : <IconCircleDashed {...props} />;
}
