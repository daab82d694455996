import { ProblemSummary } from '../../ui/problem-summary.tsx';

interface Words {
  title: string;
  detail: string;
}

const failed: Words = {
  title: 'The sign-in did not work.',
  detail: 'Try again in a moment, or use your e-mail address and a password.',
};

/** By the `error` that the server puts into the query after a provider's callback. */
const words = new Map<string, Words>([
  [
    'access_denied',
    { title: 'The sign-in was cancelled.', detail: 'Choose another way, or try it once more.' },
  ],
  [
    'account_exists',
    {
      title: 'There is an account with this e-mail address already.',
      detail: 'Sign in with its password. The provider has not verified that the address is yours.',
    },
  ],
  [
    'account_linked',
    {
      title: 'The account with this e-mail address belongs to another identity at this provider.',
      detail:
        'Sign in with that identity, or with the password. If the address is yours now, ask an administrator of ' +
        'this site to unlink the identity.',
    },
  ],
  [
    'sign_in_expired',
    {
      title: 'The sign-in took too long, or was used already.',
      detail:
        'It works for 10 minutes, once, and in the browser that began it. Please start again. ' +
        'If this comes each time, allow cookies for this site.',
    },
  ],
  [
    'too_many_attempts',
    { title: 'There were too many attempts.', detail: 'Wait a little, then try once more.' },
  ],
  [
    'email_missing',
    {
      title: 'The provider did not tell us your e-mail address.',
      detail: 'Allow it to share the address, or use your e-mail address and a password.',
    },
  ],
]);

/** Explains why a sign-in with a provider has failed; shows nothing when the query has no `error`. */
export function ProviderError({ search }: { search: string }) {
  const error = new URLSearchParams(search).get('error');
  if (error === null) return null;
  const { title, detail } = words.get(error) ?? failed;
  return <ProblemSummary title={title} detail={detail} />;
}
