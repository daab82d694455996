import { useEffect, useRef } from 'react';
import classes from './problem-summary.module.css';

interface ProblemSummaryProps {
  title: string;
  detail?: string;
  /** One line per issue; an issue with a field links to it. */
  issues?: { text: string; fieldId?: string }[];
}

/** The problem of a form, shown above it. It takes the focus, so that screen readers read it at once. */
export function ProblemSummary({ title, detail, issues = [] }: ProblemSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.box}>
      <strong className={classes.title}>{title}</strong>
      {detail ? <p className={classes.detail}>{detail}</p> : null}
      {issues.length > 0 ? (
        <ul className={classes.issues}>
          {issues.map(({ text, fieldId }) => (
            <li key={`${fieldId}${text}`}>{fieldId ? <a href={`#${fieldId}`}>{text}</a> : text}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
