import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { throwIfMissing } from '../../../api/problem.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import { eventWithBlocks } from '../choosing/event-with-blocks.ts';
import { AccessForm } from './access-form.tsx';
import classes from './access-page.module.css';
import { AccessStateBadge } from './access-state.tsx';
import { type Access, accessesQueries } from './accesses.queries.ts';
import { revokeAccesses } from './revoke-accesses.ts';

/** One access: who, for what, how long; change it or revoke it. */
export default function AccessPage() {
  const { accessId = '' } = useParams();
  const access = useQuery(accessesQueries.detail(accessId));
  const event = useQuery(eventWithBlocks(access.data?.value.eventId ?? ''));
  const { permissions } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // What was read once stays, because somebody may be changing it.
  if (!access.data || !event.data) {
    throwIfMissing(access.error);
    if (access.isError || event.isError)
      return (
        <ErrorState headingOrder={1} onRetry={() => void Promise.all([access.refetch(), event.refetch()])} />
      );
    return <Skeleton height={320} />;
  }
  const { value } = access.data;
  const { user, email, isPaid } = value;
  const who = user?.name ?? email ?? '';

  async function revoke() {
    if (!(await revokeAccesses([value]))) return;
    await navigate(adminPaths.eventAccesses.href(value.eventId), { replace: true });
    await queryClient.invalidateQueries();
  }
  return (
    <>
      <PageHead
        title={who}
        tabTitle={`Access of ${who}`}
        text={
          <>
            <AccessStateBadge state={value.state} />{' '}
            {user?.email ?? 'Waits until somebody confirms this address'}
          </>
        }
        action={
          <>
            {holdsAll(permissions, ['identity.user:read']) ? (
              <Button
                variant="default"
                component={Link}
                to={adminPaths.support.href({
                  ...(value.userId ? { user: value.userId } : { email: email ?? '' }),
                  event: value.eventId,
                  ...(value.blockId ? { block: value.blockId } : {}),
                })}
              >
                Why can’t they watch?
              </Button>
            ) : null}
            {holdsAll(permissions, ['event:delete']) && !isPaid ? (
              <Button variant="default" onClick={() => void revoke()}>
                Revoke
              </Button>
            ) : null}
          </>
        }
      />
      <p className={classes.facts}>
        <Link to={adminPaths.eventAccesses.href(value.eventId)}>{event.data.name}</Link>
        <span>{value.block?.name ?? 'Whole event'}</span>
        <WindowWords access={value} zone={event.data.timezone} />
        {isPaid ? (
          <span>Bought: it can be shortened, but not revoked.</span>
        ) : (
          <span>Granted, not bought.</span>
        )}
      </p>
      {holdsAll(permissions, ['event:update']) ? (
        <AccessForm key={accessId} access={access.data} event={event.data} />
      ) : null}
    </>
  );
}

function WindowWords({ access: { startDate, endDate }, zone }: { access: Access; zone: string }) {
  const words = (instant: string) => `${formatDateTime(instant, zone)} ${zoneName(instant, zone)}`;
  return (
    <span className="tabular">
      {words(startDate)} to {endDate === null ? 'for ever' : words(endDate)}
    </span>
  );
}
