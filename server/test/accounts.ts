/** Accounts that register with a password and sign in through the API, as real users do. */
import { randomUUID } from 'node:crypto';
import { type Answer, cookiesOf, type RequestOptions, type TestApi } from './harness.ts';

export interface Account {
  id: string;
  email: string;
  password: string;
}

export const password = 'Round-seven-7!';

export const registration = () => ({
  firstName: 'Robin',
  lastName: 'de Vries',
  email: `${randomUUID()}@example.test`,
  password,
});

export async function registerAccount(
  api: TestApi,
  options: Pick<RequestOptions, 'remoteAddress'> = {},
): Promise<Account> {
  const body = registration();
  const answer = await api.request('POST /api/v1/identity/auth/credentials/register', { body, ...options });
  return { id: answer.body.id, email: body.email, password };
}

export interface SignIn {
  answer: Answer;
  /** The cookies to send back. */
  cookies: Record<string, string>;
  accessToken: string;
  refreshToken: string;
}

export async function signIn(
  api: TestApi,
  { email, password }: Pick<Account, 'email' | 'password'>,
  options: { remember?: boolean; headers?: RequestOptions['headers'] } = {},
): Promise<SignIn> {
  const { headers, ...others } = options;
  const answer = await api.request('POST /api/v1/identity/auth/credentials/login?includeTokens=true', {
    body: { email, password, ...others },
    ...(headers ? { headers } : {}),
  });
  return {
    answer,
    cookies: cookiesOf(answer),
    accessToken: answer.body.tokens?.accessToken.value,
    refreshToken: answer.body.tokens?.refreshToken.value,
  };
}

/** The cookies of a session, sorted; `knownDevice` does not belong to the session and outlives it. */
export const sessionCookieNames = [
  'accessToken',
  'accessTokenExpirationDate',
  'identityToken',
  'refreshToken',
  'refreshTokenExpirationDate',
  'remember',
];

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whether the server still accepts the access token. */
export async function isSignedIn(api: TestApi, accessToken: string): Promise<boolean> {
  const { status } = await api.request('GET /api/v1/identity/auth/token/user-info', {
    headers: bearer(accessToken),
  });
  return status === 200;
}
