/** The steps of the sign-in that depend on the account: its code, and its passkeys in the e-mail field. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signOut } from '../../test/session-cookies.ts';
import LoginPage from './login-page.tsx';

/** The browser's question for a passkey; it stays open until the test answers. */
const browser = vi.hoisted(() => ({
  questions: [] as { answer: (response: object) => void; cancel: () => void; isAutofill: boolean }[],
}));
vi.mock('@simplewebauthn/browser', () => {
  const cancelLast = () => browser.questions.at(-1)?.cancel();
  return {
    browserSupportsWebAuthnAutofill: async () => true,
    WebAuthnAbortService: { cancelCeremony: cancelLast },
    startAuthentication: ({ useBrowserAutofill = false }) => {
      // As in browsers, a new question closes the last one.
      cancelLast();
      return new Promise((resolve, reject) => {
        const cancel = () => reject(Object.assign(new Error('closed'), { name: 'AbortError' }));
        browser.questions.push({ answer: resolve, cancel, isAutofill: useBrowserAutofill });
      });
    },
  };
});

const server = fakeApiServer();
const loginPath = '/api/v1/identity/auth/credentials/login';
const passkeyPath = '/api/v1/identity/auth/passkeys/login';
const optionsPath = `${passkeyPath}/options` as const;
const response = { id: 'passkey' };

beforeEach(() => {
  browser.questions = [];
  server.on('get', '/api/v1/identity/auth/providers', { status: 200, body: { data: [], total: 0 } });
  server.on('post', optionsPath, { status: 200, body: { challenge: 'c' } as never });
});
afterEach(() => {
  signOut();
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

describe('an account with an authenticator app', () => {
  beforeEach(() =>
    server.on('post', loginPath, {
      status: 401,
      body: problemBody({ status: 401, type: '/problems/code-required' }) as never,
    }),
  );

  it('is asked for a code after its password, and no more when another address is typed', async () => {
    renderPage(<LoginPage />, '/auth/login');
    await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test');
    await userEvent.type(screen.getByLabelText('Password'), 'Ringside-1!');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.type(screen.getByLabelText('E-mail address'), 'x');
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(server.calls(loginPath)).toHaveLength(2));
    expect(server.calls(loginPath).at(-1)?.body).not.toHaveProperty('code');
  });
});

describe('passkeys in the e-mail field', () => {
  beforeEach(() => Object.assign(window, { PublicKeyCredential: class {} }));

  const offered = () => browser.questions.filter(({ isAutofill }) => isAutofill);

  it('sign in with what the box says when the passkey answers', async () => {
    server.on('post', passkeyPath, { status: 401, body: problemBody({ status: 401 }) as never });
    renderPage(<LoginPage />, '/auth/login');
    await waitFor(() => expect(offered()).toHaveLength(1));
    await userEvent.click(screen.getByRole('checkbox', { name: /Keep me signed in/ }));
    act(() => offered()[0]?.answer(response));
    await waitFor(() =>
      expect(server.calls(passkeyPath)).toMatchObject([{ body: { response, remember: false } }]),
    );
  });

  it('show a refusal of the server', async () => {
    const detail = 'This passkey is not known any more.';
    server.on('post', passkeyPath, { status: 401, body: problemBody({ status: 401, detail }) as never });
    renderPage(<LoginPage />, '/auth/login');
    await waitFor(() => expect(offered()).toHaveLength(1));
    act(() => offered()[0]?.answer(response));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  it('need no words when the options cannot be fetched', async () => {
    server.on('post', optionsPath, { status: 503, body: problemBody({ status: 503 }) as never });
    renderPage(<LoginPage />, '/auth/login');
    await waitFor(() => expect(server.calls(optionsPath).length).toBeGreaterThan(0));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(browser.questions).toHaveLength(0);
  });

  it('are offered anew before the challenge expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    renderPage(<LoginPage />, '/auth/login');
    await vi.waitFor(() => expect(offered()).toHaveLength(1), 15_000);
    await act(async () => vi.advanceTimersByTime(4 * 60_000));
    await vi.waitFor(() => expect(offered()).toHaveLength(2), 15_000);
  });
});
