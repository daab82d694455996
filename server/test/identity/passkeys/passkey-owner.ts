/** Owners of passkeys, who use them through the API. */
import type { Answer, Device, Request, RequestOptions, TestApi } from '../../harness.ts';
import { type Bend, SoftwareAuthenticator } from './software-authenticator.ts';

export const passkeysPath = '/api/v1/identity/profile/passkeys';
export const loginPath = '/api/v1/identity/auth/passkeys/login';
export const stepUpPath = '/api/v1/identity/auth/step-up';

/** @returns the options of a registration. */
export async function creationOptions(request: Request, options: RequestOptions = {}) {
  return (await request(`POST ${passkeysPath}/options`, options)).body;
}

export async function loginOptions(request: Request, options: RequestOptions = {}) {
  return (await request(`POST ${loginPath}/options`, options)).body;
}

/** Makes a passkey and adds it to the account. */
export async function addPasskey(
  { request }: Pick<Device, 'request'>,
  {
    key = new SoftwareAuthenticator(),
    name,
    ...bend
  }: Bend & { key?: SoftwareAuthenticator; name?: string } = {},
): Promise<{ key: SoftwareAuthenticator; answer: Answer }> {
  const options = await creationOptions(request);
  const response = key.create(options, bend);
  const answer = await request(`POST ${passkeysPath}`, { body: { ...(name ? { name } : {}), response } });
  return { key, answer };
}

/** A new user with one passkey. */
export async function insertOwner(api: TestApi, options: Parameters<TestApi['signInAs']>[0] = {}) {
  const device = await api.signInAs(options);
  const { key, answer } = await addPasskey(device);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { device, key, passkeyId: String(answer.body.id) };
}

/** Signs in with a passkey, as a browser without a session. */
export async function loginWith(
  api: Pick<TestApi, 'request'>,
  key: SoftwareAuthenticator,
  bend: Bend = {},
): Promise<Answer> {
  const response = key.get(await loginOptions(api.request), bend);
  return api.request(`POST ${loginPath}?includeTokens=true`, { body: { response } });
}

/** Asks for a step-up and answers it with the passkey. */
export async function stepUpWith(
  { request }: Pick<Device, 'request'>,
  key: SoftwareAuthenticator,
  bend: Bend = {},
): Promise<Answer> {
  const { body } = await request(`POST ${stepUpPath}/options`);
  return request(`POST ${stepUpPath}`, { body: { passkey: key.get(body.passkey, bend) } });
}

/** The session as it is stored. */
export function findSession({ db }: Pick<TestApi, 'db'>, sessionId: string) {
  return db.selectFrom('loginSessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
}
