/** A film from a file (docs/product.md, 28.36). */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { codecInWords } from '../../turned-away/codec-words.ts';
import { FilmSection } from './film-section.tsx';
import { forgetUpload } from './film-uploads.ts';
import type { Film } from './films.queries.ts';

const server = fakeApiServer();
const filmsPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/films';
const path = { eventId: 'event-1', blockId: 'block-1', liveStreamId: 'stream-1' };
const part = 4 * 1024 * 1024;
const size = part + 1000;
const film: Film = {
  id: 'film-1',
  fileName: 'fight.mp4',
  size,
  fileModified: 1_700_000_000_000,
  received: 0,
  state: 'receiving',
  problem: null,
  refusedCodec: null,
  progress: 0,
  seconds: null,
  createdAt: '2030-01-19T20:00:00+00:00',
};
const fileOf = (name = film.fileName) =>
  new File([new Uint8Array(size)], name, { type: 'video/mp4', lastModified: 1_700_000_000_000 });

let known: Film[];
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: ['event:read', 'event:update'] });
  known = [];
  server.on('get', filmsPath, () => ({ status: 200, body: { data: known } }));
  server.on('post', filmsPath, () => {
    known = [film];
    return { status: 201, body: film };
  });
  server.on('patch', `${filmsPath}/{filmId}`, ({ query }) => {
    const [now] = known as [Film];
    if (Number(query.get('offset')) !== now.received)
      return { status: 409, body: problemBody({ status: 409 }) };
    const received = Math.min(size, now.received + part);
    known = [{ ...now, received, state: received === size ? 'packaging' : 'receiving' }];
    return { status: 200, body: known[0] as Film };
  });
});
afterEach(() => {
  forgetUpload(path);
  signOut();
});

function open(films: Film[], hasRecording = true) {
  known = films;
  renderRoutes([{ path: '/', element: <FilmSection {...{ path, hasRecording }} /> }], '/');
}
const choose = async (file: File) => {
  await screen.findByRole('button', { name: /Upload a film|Choose fight.mp4 again/ });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
};
const sent = () =>
  server
    .calls()
    .filter(({ method }) => method === 'patch')
    .map(({ query }) => query.get('offset'));

it('sends a film in parts, and says that the replay is made', async () => {
  open([]);
  await choose(fileOf());
  expect(await screen.findByText(/Making the replay of fight.mp4/)).toBeTruthy();
  expect(sent()).toEqual(['0', String(part)]);
});

it('goes on after a reload with the same file, and refuses another one', async () => {
  open([{ ...film, received: part }]);
  expect(
    await screen.findByText(/The upload waits for its file: fight.mp4, 4 MB of 4 MB \(99 %\)/),
  ).toBeTruthy();
  await choose(fileOf('another.mp4'));
  expect(await screen.findByText('That is another file')).toBeTruthy();
  expect(sent()).toEqual([]);
  await choose(fileOf());
  expect(await screen.findByText(/Making the replay of fight.mp4/)).toBeTruthy();
  expect(sent()).toEqual([String(part)]);
});

it('goes on by itself where the server is when an answer was lost', async () => {
  let lost = true;
  server.on('patch', `${filmsPath}/{filmId}`, ({ query }) => {
    const [now] = known as [Film];
    const received = Math.min(size, now.received + part);
    if (lost) {
      lost = false;
      known = [{ ...now, received }];
      throw new TypeError('Failed to fetch');
    }
    expect(Number(query.get('offset'))).toBe(part);
    known = [{ ...now, received: size, state: 'packaging' }];
    return { status: 200, body: known[0] as Film };
  });
  open([]);
  await choose(fileOf());
  expect(await screen.findByText(/The network is away/)).toBeTruthy();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/Making the replay of fight.mp4/)).toBeTruthy();
});

it('says why the server does not take the film now, and goes on by itself (28.61)', async () => {
  const detail = 'The disk of the server is full. Make room, then go on with the upload.';
  let isFull = true;
  server.on('patch', `${filmsPath}/{filmId}`, () => {
    if (isFull) return { status: 503, body: problemBody({ status: 503, detail }) };
    known = [{ ...(known[0] as Film), received: size, state: 'packaging' }];
    return { status: 200, body: known[0] as Film };
  });
  open([]);
  await choose(fileOf());
  expect(await screen.findByText(/The server does not take it now/)).toBeTruthy();
  expect(screen.getByText(detail)).toBeTruthy();
  isFull = false;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/Making the replay of fight.mp4/)).toBeTruthy();
  expect(screen.queryByText(detail)).toBeNull();
});

it('says what to do about a film that was refused', async () => {
  open([{ ...film, state: 'failed', problem: 'picture-codec', refusedCodec: 'HEVC' }]);
  expect((await screen.findByRole('alert')).textContent).toBe(
    `fight.mp4 was refused. ${codecInWords('HEVC')}`,
  );
  expect(screen.getByRole('button', { name: 'Upload a film' })).toBeTruthy();
});

it('names the setting for a film that players could not play', async () => {
  open([{ ...film, state: 'failed', problem: 'picture-profile', refusedCodec: 'H.264 High 10' }]);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'fight.mp4 was refused. Phones do not decode H.264 High 10. Export it with the profile High, 8 bits and 4:2:0.',
  );
});

it('gives the recording back when the film is taken away', async () => {
  server.on('delete', `${filmsPath}/{filmId}`, () => {
    known = [];
    return { status: 204 };
  });
  open([{ ...film, state: 'ready', seconds: 60 }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore the recording' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByText(/The replay is the film/)).toBeNull());
});
