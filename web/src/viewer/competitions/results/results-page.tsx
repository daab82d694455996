import '@mantine/core/styles/Skeleton.layer.css';
import { Anchor, Skeleton } from '@mantine/core';
import { resultInWords } from '@ringside/rules/result-words';
import { Link, useParams } from 'react-router';
import { paths } from '../../../paths.ts';
import { FailedPage } from '../../../ui/page/failed-page.tsx';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import type { CompetitionResult } from '../../bouts/results/results.queries.ts';
import { ResultsBar } from '../../bouts/results/results-bar.tsx';
import { useResultsChoice } from '../../bouts/results/use-results-choice.ts';
import { useShownResults } from '../../bouts/results/use-shown-results.ts';
import type { Competition } from '../competition-types.ts';
import { useCompetition } from '../use-competition.ts';
import classes from './results-page.module.css';

/** The results of an event, for viewers who want them: somebody may have sent the address. The title of the page tells no result. */
export default function ResultsPage() {
  const { competitionSlug = '' } = useParams();
  const { data: competition, isFailed, refetch } = useCompetition(competitionSlug);
  if (competition) return <Results competition={competition} />;
  return isFailed ? (
    <FailedPage onRetry={refetch} />
  ) : (
    <div className={classes.page}>
      <Skeleton height={420} radius="lg" />
    </div>
  );
}

function Results({ competition }: { competition: Competition }) {
  const { id, name, slug, blocks, startDate } = competition;
  const isChosen = useResultsChoice(id) === 'shown';
  const hasBegun = useClock((now) => (now >= Date.parse(startDate) ? 1 : 0)) === 1;
  const { results, isFailed, refetch } = useShownResults(competition);
  const shown = isChosen ? results : undefined;
  const retry = () => void refetch();
  const ofBlocks = blocks
    .map((block) => ({ block, results: shown?.filter(({ blockId }) => blockId === block.id) ?? [] }))
    .filter((each) => each.results.length > 0);
  return (
    <div className={classes.page}>
      <PageTitle>{`Results · ${name}`}</PageTitle>
      <h1 className={classes.title}>Results</h1>
      <p className={classes.event}>
        <Anchor component={Link} underline="always" to={paths.competition.href(slug)}>
          {name}
        </Anchor>
      </p>
      <ResultsBar event={competition} isFailed={false} onRetry={retry} isOwnPage />
      {isFailed ? <ErrorState onRetry={retry} /> : null}
      {isChosen && hasBegun && !shown && !isFailed ? <Skeleton height={320} radius="lg" /> : null}
      {shown?.length === 0 || !hasBegun ? (
        <EmptyState title="No official results yet">
          A result stands here as soon as it is confirmed.
        </EmptyState>
      ) : null}
      {ofBlocks.map(({ block, results }) => (
        <section key={block.id} aria-labelledby={`results-${block.id}`}>
          <h2 id={`results-${block.id}`} className={classes.block}>
            {block.name}
          </h2>
          <ol className={classes.results}>
            {results.map((result) => (
              <ResultItem key={result.boutId} result={result} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function ResultItem({ result }: { result: CompetitionResult }) {
  const { red, blue, winner, scorecards, note } = result;
  return (
    <li className={classes.result}>
      <p className={classes.names}>
        {(['red', 'blue'] as const).map((corner) => (
          <span
            key={corner}
            className={classes.name}
            data-corner={corner}
            data-winner={winner === corner || undefined}
          >
            {(corner === 'red' ? red : blue).name}
          </span>
        ))}
      </p>
      <p className={classes.outcome}>{resultInWords(result)}</p>
      {scorecards.length > 0 ? (
        <ul className={`tabular ${classes.cards}`}>
          {scorecards.map((card) => (
            <li
              key={`${card.judge} ${card.red} ${card.blue}`}
            >{`${card.judge}: ${card.red}–${card.blue}`}</li>
          ))}
        </ul>
      ) : null}
      {note ? <p className={classes.note}>{note}</p> : null}
    </li>
  );
}
