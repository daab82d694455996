import '@mantine/core/styles/Skeleton.layer.css';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { throwIfMissing } from '../../api/problem.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ErrorState } from '../../ui/state/state-panel.tsx';
import { countOf } from '../ui/table/list.ts';
import { AnonymiseFighter } from './anonymise-fighter.tsx';
import { DeleteFighter } from './delete-fighter.tsx';
import { FighterForm } from './fighter-form.tsx';
import classes from './fighter-page.module.css';
import { fightersQueries } from './fighters.queries.ts';
import { MergeFighter } from './merge-fighter.tsx';

export default function FighterPage() {
  const { fighterId = '' } = useParams();
  const { permissions } = useSession();
  const { data, error, isError, refetch } = useQuery(fightersQueries.fighter(fighterId));
  if (isError && !data) {
    throwIfMissing(error);
    return <ErrorState onRetry={refetch} headingOrder={1} />;
  }
  if (!data) return <Skeleton height={480} />;
  const { id, name, bouts } = data.value;
  // Merged into another one.
  if (id !== fighterId) return <Navigate to={adminPaths.fighter.href(id)} replace />;
  return (
    <>
      <Anchor component={Link} to={adminPaths.fighters.href()} className={classes.back as string}>
        All fighters
      </Anchor>
      <PageHead
        title={name}
        text={bouts === 0 ? 'On no card yet.' : `${countOf(bouts, ['bout', 'bouts'])} on this site.`}
      />
      <FighterForm key={id} stored={data} />
      <MergeFighter kept={data} />
      {holdsAll(permissions, ['event:delete']) ? (
        <>
          <AnonymiseFighter stored={data} />
          <DeleteFighter fighter={data.value} />
        </>
      ) : null}
    </>
  );
}
