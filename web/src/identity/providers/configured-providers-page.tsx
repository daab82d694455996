import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState, ErrorState } from '../../ui/state/state-panel.tsx';
import { ConfiguredProvider } from './configured-provider.tsx';
import classes from './configured-providers-page.module.css';
import { configuredProviders } from './providers.queries.ts';

/** The sign-in providers as the operator has configured them. They are changed in the environment of the server. */
export default function ConfiguredProvidersPage() {
  const { data, isPending, isError, refetch } = useQuery(configuredProviders());
  return (
    <>
      <PageHead
        title="Sign-in providers"
        text="Where people may sign in without a password of ours. The operator configures them on the server."
      />
      {isPending ? <Skeleton height={240} aria-label="Loading" /> : null}
      {isError && !data ? <ErrorState onRetry={refetch} /> : null}
      {data?.total === 0 ? (
        <EmptyState title="No sign-in providers">
          Everybody signs in with an e-mail address here. To add a provider, the operator sets OIDC_PROVIDERS
          and starts the server again; the guide for operators says how.
        </EmptyState>
      ) : null}
      <ul className={classes.providers}>
        {data?.data.map((provider) => (
          <ConfiguredProvider key={provider.code} provider={provider} />
        ))}
      </ul>
    </>
  );
}
