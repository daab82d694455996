import { ProblemSummary } from '../../ui/problem-summary.tsx';

interface Words {
  title: string;
  detail: string;
}

const failed: Words = {
  title: 'The sign-in did not work.',
  detail: 'Try again in a moment, or use your e-mail address and a password.',
};

/** The `error` with which the server leads back from a provider. */
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
    'email_missing',
    {
      title: 'The provider did not tell us your e-mail address.',
      detail: 'Allow it to share the address, or use your e-mail address and a password.',
    },
  ],
]);

/** Why a sign-in with a provider came back without one; nothing when it did not. */
export function ProviderError({ search }: { search: string }) {
  const error = new URLSearchParams(search).get('error');
  if (error === null) return null;
  const { title, detail } = words.get(error) ?? failed;
  return <ProblemSummary title={title} detail={detail} />;
}
