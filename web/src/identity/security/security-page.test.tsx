import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api, connectStepUp } from '../../api/client.ts';
import { fakeApiServer, problemBody, tokenRefused } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import NotMePage from './not-me-page.tsx';
import { proveIdentity } from './prove-identity.ts';
import SecurityPage from './security-page.tsx';

const server = fakeApiServer();
const factorPath = '/api/v1/identity/profile/second-factor';
const passkeysPath = '/api/v1/identity/profile/passkeys';
const devicesPath = '/api/v1/identity/auth/sessions';
const authenticatorPath = '/api/v1/identity/profile/authenticator';
const stepUpPath = '/api/v1/identity/auth/step-up';
const reportPath = '/api/v1/identity/auth/credentials/report';

const factor = {
  hasPassword: true,
  authenticator: null,
  recoveryCodesLeft: 0,
  passkeys: 0,
  isRequired: false,
  isProved: false,
  frozenPasskeys: 0,
  needsAllowance: false,
  removalAt: null,
};
const at = '2026-11-21T20:00:00Z';
const stepUpRequired = {
  status: 403 as const,
  body: problemBody({ status: 403, type: '/problems/step-up-required', title: 'Step-Up Required' }),
};

beforeEach(() => {
  signIn();
  connectStepUp(proveIdentity);
  server.on('get', factorPath, { status: 200, body: factor });
  server.on('get', passkeysPath, { status: 200, body: { data: [], total: 0 } });
  server.on('get', devicesPath, {
    status: 200,
    body: {
      data: [
        {
          id: 'this',
          deviceName: 'Firefox on Linux',
          isCurrent: true,
          createdAt: at,
          lastUsedAt: at,
          expiresAt: at,
          endsAt: at,
        },
        {
          id: 'other',
          deviceName: 'Safari on iPhone',
          isCurrent: false,
          createdAt: at,
          lastUsedAt: at,
          expiresAt: at,
          endsAt: at,
        },
      ],
      total: 2,
    },
  });
});
afterEach(() => {
  connectStepUp(async () => false);
  signOut();
});

const answerOptions = (change: object = {}) =>
  server.on('post', '/api/v1/identity/auth/step-up/options', {
    status: 200,
    body: { hasPassword: true, needsCode: false, codeProves: false, passkey: null, providers: [], ...change },
  });

describe('the security page', () => {
  it('sets up an authenticator app and shows the recovery codes once', async () => {
    const recoveryCodes = Array.from({ length: 10 }, (_, n) => `${n + 1}-AAAA-BBBB-CCCC-DDDD`);
    server.on('post', authenticatorPath, {
      status: 200,
      body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Ringside:mia?secret=ABCDEFGH' },
    });
    server.on('post', `${authenticatorPath}/confirm`, { status: 200, body: { recoveryCodes } });
    renderPage(<SecurityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
    expect(await screen.findByText('ABCD EFGH')).toBeDefined();
    expect(screen.getByRole('img', { name: /QR code/ })).toBeDefined();
    await userEvent.type(screen.getByLabelText('Code'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText('10-AAAA-BBBB-CCCC-DDDD')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(screen.queryByText('10-AAAA-BBBB-CCCC-DDDD')).toBeNull();
  });

  it('shows a wrong first code at its field', async () => {
    server.on('post', authenticatorPath, { status: 200, body: { secret: 'ABCDEFGH', uri: 'otpauth://x' } });
    server.on('post', `${authenticatorPath}/confirm`, {
      status: 400,
      body: {
        type: '/problems/validation-error',
        status: 400,
        title: 'Validation Error',
        detail: 'x',
        issues: [{ detail: 'This code is wrong.', pointer: '/code', location: 'body' }],
      },
    });
    renderPage(<SecurityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('wrong'));
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  });

  it('signs another device out, and offers that for this one nowhere', async () => {
    server.on('delete', `${devicesPath}/{sessionId}`, { status: 204 });
    renderPage(<SecurityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    await waitFor(() =>
      expect(server.calls().map(({ method, path }) => `${method} ${path}`)).toContain(
        `delete ${devicesPath}/other`,
      ),
    );
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
  });

  const devicesOf = (...others: string[]) => ({
    status: 200 as const,
    body: {
      data: ['here', ...others].map((id) => ({
        id,
        deviceName: `Device ${id}`,
        isCurrent: id === 'here',
        createdAt: at,
        lastUsedAt: at,
        expiresAt: at,
        endsAt: at,
      })),
      total: 1 + others.length,
    },
  });
  async function signOutOthers() {
    renderPage(<SecurityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out all other devices?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  }
  const ended = () =>
    server.calls().flatMap(({ method, path }) => (method === 'delete' ? [path.split('/').at(-1)] : []));

  it('signs all other devices out after it was asked', async () => {
    server.on('get', devicesPath, devicesOf('sofa', 'phone', 'desk'));
    server.on('delete', `${devicesPath}/{sessionId}`, () => {
      server.on('get', devicesPath, devicesOf());
      return { status: 204 };
    });
    await signOutOthers();
    expect(await screen.findByText('All other devices are signed out')).toBeDefined();
    expect(ended().toSorted()).toEqual(['desk', 'phone', 'sofa']);
  });

  it('says how many devices could not be signed out', async () => {
    server.on('get', devicesPath, devicesOf('sofa', 'phone', 'desk'));
    server.on('delete', `${devicesPath}/{sessionId}`, () =>
      ended().length === 1
        ? { status: 204 }
        : ({
            status: 503,
            body: problemBody({ status: 503, type: '/problems/service-unavailable' }),
          } as never),
    );
    await signOutOthers();
    expect(await screen.findByText('2 of 3 devices are still signed in')).toBeDefined();
  });

  it('says once when a device was last used and signed in at the same time', async () => {
    const today = new Date().toISOString();
    const answer = devicesOf('sofa', 'phone');
    answer.body.data[1] = { ...answer.body.data[1], createdAt: today, lastUsedAt: today } as never;
    answer.body.data[2] = { ...answer.body.data[2], lastUsedAt: today } as never;
    server.on('get', devicesPath, answer);
    renderPage(<SecurityPage />);
    expect(await screen.findByText(/^Last used today, \d\d:\d\d$/)).toBeDefined();
    expect(screen.getByText(/^Last used today, \d\d:\d\d · signed in Sat, 21 Nov 2026, /)).toBeDefined();
  });

  it('deletes the account after it was asked, and signs out', async () => {
    server.on('delete', '/api/v1/identity/profile', { status: 204 });
    server.on('get', '/api/v1/identity/auth/credentials/logout', { status: 204 });
    renderPage(<SecurityPage />, '/account/security');
    const press = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    expect(within(dialog).getByText(/What you paid stays in the books/)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('/api/v1/identity/profile')).toEqual([]);
    await press();
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete my account' }),
    );
    expect(await screen.findByText('another page')).toBeDefined();
    expect(server.calls('/api/v1/identity/profile')).toHaveLength(1);
    expect(await screen.findByText('Your account is deleted')).toBeDefined();
  });

  it('offers an organiser no deletion of the account', async () => {
    signIn({ permissions: ['event:read'] });
    renderPage(<SecurityPage />);
    expect(await screen.findByText(/Ask an administrator to take them away before/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  });

  it('says what is missing where permissions need a second factor', async () => {
    server.on('get', factorPath, { status: 200, body: { ...factor, isRequired: true } });
    renderPage(<SecurityPage />);
    expect(await screen.findByText(/Your permissions need a second factor. Add a passkey/)).toBeDefined();
  });

  it('says who allows the first second factor', async () => {
    server.on('get', factorPath, {
      status: 200,
      body: { ...factor, isRequired: true, needsAllowance: true },
    });
    renderPage(<SecurityPage />);
    expect(await screen.findByText(/ask another administrator/)).toBeDefined();
  });

  it('says when lost factors are removed, and how to stop it', async () => {
    server.on('get', factorPath, { status: 200, body: { ...factor, passkeys: 1, removalAt: at } });
    renderPage(<SecurityPage />);
    expect(await screen.findByText(/They are removed on/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirm that it is you' })).toBeDefined();
  });

  it('offers to try again when something could not be loaded', async () => {
    server.on('get', passkeysPath, { status: 400, body: problemBody({ status: 400 }) as never });
    renderPage(<SecurityPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('a call that needs a fresh second factor', () => {
  it('offers no password alone, but the way for who has lost everything', async () => {
    server.on('delete', authenticatorPath, {
      status: 403,
      body: problemBody({
        status: 403,
        type: '/problems/fresh-second-factor-required',
        title: 'Fresh Second Factor Required',
      }),
    });
    server.on('post', '/api/v1/identity/auth/credentials/lost-second-factor', {
      status: 200,
      body: { dueAt: at },
    });
    answerOptions();
    renderPage(<p>page</p>);
    const answer = api.DELETE(authenticatorPath);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/This needs a passkey/)).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
    await userEvent.type(dialog.getByLabelText(/^Password/), 'Ringside-1!');
    await userEvent.click(dialog.getByRole('button', { name: 'I have lost them all' }));
    expect(await dialog.findByText(/are removed on/)).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect((await answer).response.status).toBe(403);
  });
});

describe('a call that needs a recent proof', () => {
  it('asks for the password and is repeated', async () => {
    server.on('delete', authenticatorPath, stepUpRequired);
    server.on('post', stepUpPath, () => {
      server.on('delete', authenticatorPath, { status: 204 });
      return { status: 204 };
    });
    answerOptions();
    renderPage(<p>page</p>);
    const answer = api.DELETE(authenticatorPath);
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.type(await within(dialog).findByLabelText('Password'), 'Ringside-1!');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect((await answer).response.status).toBe(204);
    expect(server.calls(stepUpPath)).toMatchObject([{ body: { password: 'Ringside-1!' } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['Password', 'step-up-required', {}],
    ['Code', 'fresh-second-factor-required', { hasPassword: false, needsCode: true, codeProves: true }],
  ] as const)('puts the focus on %s, also when the ways come after the dialog', async (field, type, ways) => {
    const problem = problemBody({ status: 403, type: `/problems/${type}` });
    server.on('delete', authenticatorPath, { status: 403, body: problem });
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    server.on('post', '/api/v1/identity/auth/step-up/options', async () => {
      asked.resolve();
      await answered.promise;
      const none = { hasPassword: true, needsCode: false, codeProves: false, passkey: null, providers: [] };
      return { status: 200, body: { ...none, ...ways } };
    });
    renderPage(<p>page</p>);
    const answer = api.DELETE(authenticatorPath);
    await asked.promise;
    const close = await screen.findByRole('button', { name: 'Close' });
    await waitFor(() => expect(document.activeElement).toBe(close));
    answered.resolve();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(field)));
    await userEvent.keyboard('{Escape}');
    await answer;
  });

  it('asks for a code too where the account has an app, and once for two calls', async () => {
    server.on('delete', authenticatorPath, stepUpRequired);
    server.on('post', '/api/v1/identity/profile/recovery-codes', stepUpRequired);
    server.on('post', stepUpPath, { status: 204 });
    answerOptions({ needsCode: true });
    renderPage(<p>page</p>);
    const answers = [api.DELETE(authenticatorPath), api.POST('/api/v1/identity/profile/recovery-codes')];
    await userEvent.type(await screen.findByLabelText('Password'), 'Ringside-1!');
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await Promise.all(answers);
    expect(server.calls(stepUpPath)).toMatchObject([{ body: { password: 'Ringside-1!', code: '123456' } }]);
  });

  it('is refused when the viewer closes the dialog', async () => {
    server.on('delete', authenticatorPath, stepUpRequired);
    answerOptions();
    renderPage(<p>page</p>);
    const answer = api.DELETE(authenticatorPath);
    await screen.findByRole('dialog');
    await screen.findByLabelText('Password');
    await userEvent.keyboard('{Escape}');
    expect((await answer).response.status).toBe(403);
    expect(server.calls(stepUpPath)).toEqual([]);
  });
});

describe('the page behind "This was not me"', () => {
  it('waits for a press', async () => {
    server.on('post', reportPath, { status: 204 });
    server.on('get', '/api/v1/identity/auth/credentials/logout', { status: 204 });
    renderPage(<NotMePage />, '/auth/not-me?token=secret-token');
    const button = await screen.findByRole('button', { name: 'Sign all devices out' });
    expect(server.calls(reportPath)).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByRole('heading', { name: 'All devices are signed out' })).toBeDefined();
    expect(server.calls(reportPath)).toMatchObject([{ body: { token: 'secret-token' } }]);
  });

  it('says that the link was used', async () => {
    server.on('post', reportPath, tokenRefused);
    renderPage(<NotMePage />, '/auth/not-me?token=secret-token');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign all devices out' }));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  });
});
