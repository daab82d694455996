import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './problem-summary.module.css';

interface ProblemSummaryProps {
  title: string;
  detail?: string;
  /** One line per issue; an issue links to its field, if the page has it. */
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
            <Issue key={`${fieldId}${text}`} text={text} fieldId={fieldId} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Its field can be on another page, or be shown only because of the issue: whether it is there is seen afterwards. */
function Issue({ text, fieldId = '' }: { text: string; fieldId: string | undefined }) {
  const [hasField, setHasField] = useState(false);
  useLayoutEffect(() => setHasField(document.getElementById(fieldId) !== null), [fieldId]);
  if (!hasField) return <li>{text}</li>;
  return (
    <li>
      <a
        href={`#${fieldId}`}
        onClick={(click) => {
          click.preventDefault();
          focusField(fieldId);
        }}
      >
        {text}
      </a>
    </li>
  );
}

/** A group of radio buttons has the id, but takes no focus itself. */
function focusField(fieldId: string) {
  const field = document.getElementById(fieldId);
  const input =
    field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>('input');
  (input ?? field)?.focus();
}
