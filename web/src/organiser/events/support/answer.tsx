import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isProblem } from '../../../api/problem.ts';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { formatTime } from '../../../ui/time/time.ts';
import classes from './answer.module.css';
import { Facts } from './facts.tsx';
import { Mends } from './mends.tsx';
import { type Explanation, type Question, supportQueries } from './support.queries.ts';
import { Timeline } from './timeline.tsx';

/** The decision first, then what can be done, then everything that happened. */
export function Answer({ question }: { question: Question }) {
  const { data, error, isError, isFetching, refetch } = useQuery(supportQueries.explanation(question));
  if (isError && !data) {
    if (isProblem(error) && error.status === 404)
      return (
        <EmptyState title="Not found">
          This account or this block does not exist any more. Choose again.
        </EmptyState>
      );
    if (isProblem(error) && error.status === 400)
      return (
        <EmptyState title="Please check the question">
          This is not an e-mail address or not a block.
        </EmptyState>
      );
    return <ErrorState onRetry={refetch} />;
  }
  if (!data) return <Skeleton height={320} />;
  return (
    <div className={classes.answer}>
      <div className={classes.main}>
        <Verdict explanation={data} />
        <Mends explanation={data} />
        {data.hints.length > 0 ? (
          <section className={classes.hints} aria-labelledby="support-hints">
            <h2 id="support-hints">Also good to know</h2>
            <ul>
              {data.hints.map(({ code, detail }) => (
                <li key={code}>
                  <IconInfoCircle size={20} aria-hidden />
                  {detail}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <p className={classes.asked}>
          <span className="tabular">As of {formatTime(data.at)}. It is asked again every 10 seconds.</span>
          <Button
            variant="subtle"
            size="sm"
            mih={44}
            loading={isFetching}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void refetch()}
          >
            Ask again
          </Button>
        </p>
        <Facts explanation={data} />
      </div>
      <Timeline explanation={data} />
    </div>
  );
}

function Verdict({ explanation }: { explanation: Explanation }) {
  const { canWatch, detail, user, email } = explanation;
  const name = user?.name ?? email;
  const Icon = canWatch ? IconCircleCheck : IconCircleX;
  return (
    <div className={classes.verdict} data-good={canWatch || undefined} role="status">
      <Icon size={36} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <h2>{canWatch ? `${name} can watch now` : `${name} cannot watch now`}</h2>
        <p>{detail}</p>
      </div>
    </div>
  );
}
