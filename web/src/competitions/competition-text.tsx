import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import classes from './competition-text.module.css';

const Markdown = lazy(() => import('./markdown.tsx').then((file) => ({ default: file.Markdown })));

/** The organiser's text. The Markdown parser is loaded only for pages with a text. */
export function CompetitionText({ markdown }: { markdown: string }) {
  return (
    <div className={classes.text}>
      <Suspense fallback={<TextSkeleton />}>
        <Markdown text={markdown} />
      </Suspense>
    </div>
  );
}

function TextSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={26} width="50%" mb="md" />
      <Skeleton height={16} mb="xs" />
      <Skeleton height={16} mb="xs" />
      <Skeleton height={16} width="80%" />
    </div>
  );
}
