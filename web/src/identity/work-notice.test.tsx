/** Forms whose network has to wait: the device computes, and the call goes out again. */
import { createHash } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../test/api-server.ts';
import { renderPage } from '../test/render.tsx';
import ForgotPasswordPage from './accounts/forgot-password-page.tsx';
import RegisterPage from './accounts/register-page.tsx';
import LoginPage from './sessions/login-page.tsx';

const server = fakeApiServer();
const credentials = '/api/v1/identity/auth/credentials';
const loginPath = `${credentials}/login` as const;
const registerPath = `${credentials}/register` as const;
const resetPath = `${credentials}/password-reset` as const;
const detail = 'There were too many attempts from your network. Try again in a moment.';
const workRequired = (bits: number) => ({
  status: 429 as const,
  body: {
    ...problemBody({ status: 429, type: '/problems/work-required', detail }),
    work: { challenge: 'a.b.c', bits },
  },
});
const refused = {
  status: 401 as const,
  body: problemBody({ status: 401, type: '/problems/invalid-credentials', detail: 'Wrong.' }),
};
const sentence = 'Many requests come from your network. One moment, please.';
const isProven = (body: unknown) => {
  const { proof = '' } = body as { proof?: string };
  return /^a\.b\.c\.\w+$/.test(proof) && createHash('sha256').update(proof).digest()[0] === 0;
};

beforeEach(() =>
  server.on('get', '/api/v1/identity/auth/providers', { status: 200, body: { data: [], total: 0 } }),
);

async function signIn() {
  renderPage(<LoginPage />, '/auth/login');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test');
  await userEvent.type(screen.getByLabelText('Password'), 'Ringside-1!');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('the sign-in computes by itself, and sends everything again with the proof', async () => {
  server.on('post', loginPath, ({ body }) => (isProven(body) ? refused : workRequired(8)));
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong.');
  const [first, second] = server.calls(loginPath).map(({ body }) => body);
  expect(server.calls(loginPath)).toHaveLength(2);
  expect(first).not.toHaveProperty('proof');
  expect(second).toMatchObject(first as object);
  expect(screen.queryByText(sentence)).toBeNull();
});

it('a viewer hears that it takes a moment, and can stop it', async () => {
  server.on('post', loginPath, workRequired(32));
  await signIn();
  const notice = await screen.findByText(sentence);
  expect(notice.closest('[aria-live="polite"]')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(screen.queryByText(sentence)).toBeNull();
  expect(server.calls(loginPath)).toHaveLength(1);
});

it('a server that is never content is asked four times', async () => {
  server.on('post', loginPath, workRequired(1));
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(server.calls(loginPath)).toHaveLength(4);
});

it('the sign-up computes for both of its calls', async () => {
  server.on('post', registerPath, ({ body }) =>
    isProven(body) ? { status: 201, body: { id: 'x' }, headers: { location: '/x' } } : workRequired(8),
  );
  server.on('post', loginPath, ({ body }) => (isProven(body) ? refused : workRequired(8)));
  renderPage(<RegisterPage />, '/auth/register');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test');
  await userEvent.type(screen.getByLabelText('Password'), 'Counter-punch-23!{Enter}');
  await screen.findByText('Check your mail.');
  expect(server.calls(registerPath)).toHaveLength(2);
  expect(server.calls(loginPath)).toHaveLength(2);
});

it('the wish for a new password computes', async () => {
  server.on('post', resetPath, ({ body }) => (isProven(body) ? { status: 204 } : workRequired(8)));
  renderPage(<ForgotPasswordPage />, '/auth/forgot-password');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test{Enter}');
  await waitFor(() => expect(server.calls(resetPath)).toHaveLength(2));
  await screen.findByRole('heading', { name: 'Check your mail' });
});

it('the way to a provider takes the proof in its address', async () => {
  const path = '/api/v1/identity/auth/providers/{providerCode}/authorize';
  server.on('get', '/api/v1/identity/auth/providers', {
    status: 200,
    body: { data: [{ code: 'demo-id', name: 'Demo ID', metadata: null }], total: 1 },
  });
  server.on('get', path, ({ query }) =>
    isProven({ proof: query.get('proof') })
      ? { status: 503, body: problemBody({ status: 503, detail: 'Away.' }) }
      : workRequired(8),
  );
  renderPage(<LoginPage />, '/auth/login');
  await userEvent.click(await screen.findByRole('button', { name: /Demo ID/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('Away.');
});
