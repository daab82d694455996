import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, Textarea } from '@mantine/core';
import { markdownLimits } from '@ringside/openapi/markdown-limits';
import { findMarkdownIssue } from '@ringside/rules/markdown';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { locales } from '../../../ui/locales.ts';
import { textClass } from '../../../ui/markdown/markdown-text.tsx';
import classes from './markdown-field.module.css';

// The parser is loaded by those who look at a preview.
const MarkdownPreview = lazy(() =>
  import('./markdown-preview.tsx').then((file) => ({ default: file.MarkdownPreview })),
);

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
}

const modes = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

/** A Markdown text with a preview of what the public pages show, and with the limits of the contract. */
export function MarkdownField({ id, label, value, onChange, error }: Props) {
  const [mode, setMode] = useState('write');
  const countId = useId();
  const issue = findMarkdownIssue(value);
  // The summary of the form leads to the field, so it must be there.
  useEffect(() => {
    if (error) setMode('write');
  }, [error]);
  return (
    <div>
      <div className={classes.head}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        <SegmentedControl
          aria-label={`${label}: write or preview`}
          data={modes}
          value={mode}
          onChange={setMode}
        />
      </div>
      <div hidden={mode === 'preview'}>
        <Textarea
          id={id}
          size="md"
          autosize
          minRows={8}
          maxRows={24}
          value={value}
          error={issue ?? error}
          aria-describedby={countId}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {mode === 'preview' ? (
        <section className={classes.preview} aria-label={`Preview of ${label}`}>
          {value.trim() === '' ? (
            <p className={classes.empty}>Nothing to show yet.</p>
          ) : (
            <div className={textClass}>
              <Suspense fallback={null}>
                <MarkdownPreview text={value} />
              </Suspense>
            </div>
          )}
        </section>
      ) : null}
      <p id={countId} className={classes.count}>
        <span className="tabular">{`${count([...value].length)} of ${count(markdownLimits.characters)} characters.`}</span>{' '}
        {'**bold**, _italic_, ## Heading, - list, [words](https://address)'}
      </p>
    </div>
  );
}

const count = (number: number) => number.toLocaleString(locales);
