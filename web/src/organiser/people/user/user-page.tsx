import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { throwIfMissing } from '../../../api/problem.ts';
import type { Versioned } from '../../../api/versioned.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { authorityQueries } from '../authority.queries.ts';
import { isLastAdministrator, missing, permissionsOf } from '../authority-rules.ts';
import { UserStatus } from '../user-status.tsx';
import { AccessSection } from './access-section.tsx';
import { AccessesSection } from './accesses-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { HistorySection } from './history-section.tsx';
import { OrdersSection } from './orders-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import classes from './user-page.module.css';

export default function UserPage() {
  const { userId = '' } = useParams();
  const { data, error, isError, refetch } = useQuery(authorityQueries.user(userId));
  if (isError && !data) {
    throwIfMissing(error);
    return <ErrorState onRetry={refetch} headingOrder={1} />;
  }
  if (!data) return <Skeleton height={320} />;
  return <UserSections key={data.value.id} stored={data} />;
}

function UserSections({ stored }: { stored: Versioned<components['schemas']['User']> }) {
  const user = stored.value;
  const { userId, permissions: held } = useSession();
  const may = (code: string) => holdsAll(held, [code]);
  const access = useQuery({ ...authorityQueries.access(user.id), enabled: may('identity.user:access_read') });
  const roles = useQuery({ ...authorityQueries.roles(), enabled: may('identity.auth.access:read') });
  const known = access.data?.value;
  const beyond = known ? missing(held, permissionsOf(known)) : [];
  const isOwn = userId === user.id;
  const isStronger = beyond.length > 0;
  const mayManage = may('identity.user:access_update') && !isStronger;
  const isLast = isLastAdministrator(known, roles.data?.data);
  return (
    <>
      <PageHead
        title={user.name}
        text={
          <span className={classes.subtitle}>
            <span>{user.email}</span>
            <UserStatus user={user} />
            {isOwn ? <span>This is your own account.</span> : null}
          </span>
        }
      />
      {isStronger ? (
        <p className={classes.notice}>
          {`You can look, but not change much here: this user holds what you do not hold (${beyond.join(', ')}).`}
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          <DetailsSection stored={stored} mayEdit={mayManage} />
          {may('identity.user:access_read') ? (
            <AccessSection user={user} roles={roles} isStronger={isStronger} isLast={isLast} />
          ) : null}
          {may('event:read') ? <AccessesSection userId={user.id} /> : null}
          {may('event:read') && may('order:read') ? <OrdersSection userId={user.id} /> : null}
        </div>
        <div className={classes.column}>
          <SignInSection user={user} mayManage={mayManage} isOwn={isOwn} />
          <DevicesSection userId={user.id} mayManage={mayManage} isOwn={isOwn} />
          <HistorySection userId={user.id} />
          {may('identity.user:delete') && !isStronger ? (
            <DeleteSection user={user} isOwn={isOwn} isLast={isLast} />
          ) : null}
        </div>
      </div>
    </>
  );
}
