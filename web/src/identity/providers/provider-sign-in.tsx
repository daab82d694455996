import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { serverOrigin } from '../../config.ts';
import { native } from '../../native.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { useAuthorizeProvider, useProviders } from '../identity.queries.ts';
import classes from './provider-sign-in.module.css';

interface Props {
  /** The path of this page. The provider redirects to it; then it continues as after any sign-in. */
  returnTo: string;
  /** Only these providers; all by default. */
  codes?: readonly string[];
  /** The provider must ask the viewer to sign in again. */
  isFresh?: boolean;
  leaveTo?: (url: string) => void;
}

const leave = (url: string) => window.location.assign(url);

/** The buttons of the sign-in providers below a form; nothing when there are none. */
export function ProviderSignIn({ returnTo, codes, isFresh = false, leaveTo = leave }: Props) {
  const providers = useProviders();
  const authorize = useAuthorizeProvider();
  const { reset } = authorize;
  const [appProblem, setAppProblem] = useState('');

  useEffect(() => {
    // After the Back button the browser restores the page as it was left: with its buttons still loading.
    const onRestore = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', onRestore);
    return () => window.removeEventListener('pageshow', onRestore);
  }, [reset]);

  if (providers.isPending) return <div className={classes.loading} aria-hidden />;
  if (providers.isError) {
    return (
      <p className={classes.failed}>
        Other ways to sign in could not be loaded.{' '}
        <button type="button" className={classes.again} onClick={() => void providers.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  const offered = providers.data.data.filter(({ code }) => codes?.includes(code) ?? true);
  if (offered.length === 0) return null;

  const redirectUrl = new URL(returnTo, serverOrigin).href;
  const isLeaving = authorize.isPending || authorize.isSuccess;
  const chosen = authorize.variables?.params.path.providerCode;
  return (
    <section className={classes.providers} aria-label="Other ways to sign in">
      <div className={classes.or} aria-hidden>
        or
      </div>
      {authorize.isError ? (
        <FormProblem key={authorize.submittedAt} error={authorize.error} labels={{}} />
      ) : null}
      <FormProblem error={appProblem} labels={{}} />
      {offered.map(({ code, name }) => (
        <Button
          key={code}
          variant="default"
          size="lg"
          fullWidth
          className={classes.provider}
          loading={isLeaving && chosen === code}
          disabled={isLeaving && chosen !== code}
          onClick={() => {
            const { signInAt } = native();
            if (signInAt) {
              setAppProblem('');
              const onFault = () => setAppProblem(`${name} could not be opened. Please try again.`);
              return void signInAt({ code, returnTo, isFresh }).catch(onFault);
            }
            authorize.mutate(
              {
                params: {
                  path: { providerCode: code },
                  query: isFresh ? { redirectUrl, fresh: 'true' } : { redirectUrl },
                },
              },
              { onSuccess: ({ url }) => leaveTo(url) },
            );
          }}
        >
          Continue with {name}
        </Button>
      ))}
    </section>
  );
}
