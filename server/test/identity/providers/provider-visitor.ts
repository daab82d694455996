/** Signs in with a provider as a browser does: keeps cookies per site, sends forms and follows redirects itself. */
import { type Answer, cookiesOf, type TestApi } from '../../harness.ts';

export interface DemoPerson {
  email: string;
  name?: string;
  isVerified?: boolean;
}

export const providerPath = '/api/v1/identity/auth/providers';

/** Starts a sign-in at the API. @returns the URL at the provider, and the cookies of this browser. */
export async function authorize(
  api: Pick<TestApi, 'request'>,
  query: Record<string, string> = {},
  options: { code?: string; cookies?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const { code = 'demo-id', ...sent } = options;
  const answer = await api.request(
    `GET ${providerPath}/${code}/authorize?${new URLSearchParams(query)}`,
    sent,
  );
  return { answer, url: String(answer.body?.url), cookies: { ...sent.cookies, ...cookiesOf(answer) } };
}

/** Signs in at Demo ID as this person, or cancels. @returns the path of the callback. */
export async function signInAtDemoId(url: string, who: DemoPerson | 'cancel'): Promise<string> {
  const jar = new Map<string, string>();
  const visit = async (target: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(target, { ...init, redirect: 'manual', headers: { cookie } });
    for (const header of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = header.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const start = await visit(url);
  const page = new URL(String(start.headers.get('location')), url).href;
  const html = await (await visit(page)).text();
  if (!html.includes('Who are you?')) throw new Error(`This is not the sign-in page: ${html}`);
  const form = new URLSearchParams(
    who === 'cancel'
      ? { cancel: '1' }
      : {
          email: who.email,
          name: who.name ?? 'Robin de Vries',
          ...(who.isVerified === false ? {} : { verified: 'on' }),
        },
  );
  const sent = await visit(page, { method: 'POST', body: form });
  const end = await visit(new URL(String(sent.headers.get('location')), url).href);
  const { pathname, search } = new URL(String(end.headers.get('location')));
  return `${pathname}${search}`;
}

export interface ClientRedirect {
  answer: Answer;
  /** The target of the redirect. */
  location: URL;
  cookies: Record<string, string>;
}

/** The whole sign-in, from the start to the redirect to the client. */
export async function signInWithProvider(
  api: Pick<TestApi, 'request'>,
  who: DemoPerson | 'cancel',
  query: Record<string, string> = {},
): Promise<ClientRedirect> {
  const { url, cookies } = await authorize(api, query);
  const answer = await api.request(`GET ${await signInAtDemoId(url, who)}`, { cookies });
  return redirectOf(answer);
}

export function redirectOf(answer: Answer): ClientRedirect {
  const location = String(answer.headers.location);
  if (answer.status !== 302) throw new Error(`No redirect: ${JSON.stringify(answer.body)}`);
  return { answer, location: new URL(location), cookies: cookiesOf(answer) };
}
