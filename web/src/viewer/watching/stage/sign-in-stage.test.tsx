import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../../identity/sessions/current-session.ts';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import { installFakePlayback } from '../../../test/fake-media.ts';
import { fakeOffer } from '../../../test/fake-shop.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Block } from '../../competitions/competition-types.ts';
import LivePage from '../page/live-page.tsx';

vi.mock('../../../media/engine/open-engine.ts', async () => {
  const fake = (await import('../../../test/fake-media.ts')).createFakeEngines();
  return { openEngine: fake.openEngine };
});

const server = fakeApiServer();
const api = '/api/v1/kickboxing/competitions/{competitionId}';
const sessionsPath = '/api/v1/playback/sessions';

beforeEach(() => {
  installFakePlayback();
  signOut();
});

function open(slug: string, block: Block) {
  server.on('get', api, { status: 200, body: { ...fakeCompetition([block]), slug } });
  server.on('get', `${api}/access`, { status: 200, body: { blocks: [] } });
  server.on('post', sessionsPath, { status: 201, body: { id: '0d4f0f3e-3f0c-4d7a-9a0e-000000000009' } });
  server.on('get', `${api}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url`, {
    status: 200,
    body: {
      url: '/media/hls/sig/1/lease/stream/demo/live.m3u8',
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: '0d4f0f3e-3f0c-4d7a-9a0e-000000000009',
      mode: 'live',
    },
  });
  const page = { path: '/competitions/:competitionSlug/live', element: <LivePage /> };
  return renderRoutes([page], `/competitions/${slug}/live?stream=2`);
}

const watched = { name: 'Video player: Main card' };

describe('a watch page of a visitor (docs/product.md, 39.8)', () => {
  it('asks to sign in where the video would play, and leads back', async () => {
    open('visitor-1', fakeBlock('Main card', { from: -1, to: 2 }));
    expect(await screen.findByRole('heading', { name: 'Watch free' })).toBeDefined();
    const back = 'returnTo=%2Fcompetitions%2Fvisitor-1%2Flive%3Fstream%3D2';
    for (const [name, path] of [
      ['I have an account', '/auth/login'],
      ['Watch free', '/auth/register'],
    ])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`${path}?${back}`);
    expect(screen.getByRole('heading', { level: 1, name: 'Main card' })).toBeDefined();
    expect(server.calls().filter(({ path }) => /playback|signed-url|access$/.test(path))).toEqual([]);
  });

  it('opens one door above the page: the address first, then a password, and the picture comes', async () => {
    open('visitor-4', fakeBlock('Main card', { from: -1, to: 2 }));
    await userEvent.click(await screen.findByRole('link', { name: 'Watch free' }));
    const door = within(await screen.findByRole('dialog', { name: 'Watch free' }));
    await userEvent.type(await door.findByLabelText('E-mail address'), 'mia@ringside.test{Enter}');
    const password = await door.findByLabelText('Password');
    expect(document.activeElement).toBe(password);
    server.on('post', '/api/v1/identity/auth/credentials/login', () => {
      signIn();
      return { status: 200, body: { tokens: null } } as never;
    });
    await userEvent.type(password, 'Round-seven-7!{Enter}');
    expect(await screen.findByRole('region', watched)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what a ticket opens, where one is needed', async () => {
    const { stripePriceId } = fakeOffer();
    server.on('get', '/api/v1/shop/offers/{competitionId}', {
      status: 200,
      body: { data: [fakeOffer()] },
    } as never);
    open(
      'visitor-5',
      fakeBlock(
        'Main card',
        { from: -1, to: 2 },
        { paymentRequired: true, stripePriceId, id: 'main-card-id' },
      ),
    );
    expect(await screen.findByRole('heading', { name: 'Watch with a ticket' })).toBeDefined();
    expect((await screen.findAllByRole('button', { name: /^Buy for €14.99/ })).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'I have an account' })).toBeDefined();
  });

  it('counts down to a block that has not begun, as for everybody', async () => {
    open('visitor-2', fakeBlock('Main card', { from: 3, to: 4 }));
    expect(await screen.findByRole('timer')).toBeDefined();
    expect(screen.queryByText('Watch free')).toBeNull();
  });

  it('takes the place of the video when the session ends, and gives it back after a sign-in', async () => {
    signIn();
    open('visitor-3', fakeBlock('Main card', { from: -1, to: 2 }));
    await screen.findByRole('region', watched);
    act(() => signOut());
    expect(await screen.findByRole('heading', { name: 'Watch free' })).toBeDefined();
    expect(screen.queryByRole('region', watched)).toBeNull();
    act(() => signIn());
    await waitFor(() => expect(session.read().isLoggedIn).toBe(true));
    expect(await screen.findByRole('region', watched)).toBeDefined();
  });
});
