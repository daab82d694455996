import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventId, fakeEvent } from '../../../test/fake-event.ts';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';

const server = fakeApiServer();
const path = '/api/v1/events/{eventId}';
const newId = '0199a3c4-0007-7000-8000-0000000000f2';
const oldId = '0199a3c4-0007-7000-8000-0000000000f1';
const picture = new File(['x'.repeat(20)], 'poster.jpg', { type: 'image/jpeg' });
const drawn = vi.fn();

/** jsdom shows no picture: this one has 4000 x 2000 pixels and is shown at a quarter. */
beforeEach(() => {
  FakeUpload.reset();
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(4000);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(2000);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 500));
  drawn.mockClear();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['cut'], { type: 'image/jpeg' })),
  );
});
afterEach(signOut);

async function open(pictureId: string | null = null) {
  server.on('get', path, { status: 200, body: fakeEvent({ pictureId }), headers: { ETag: '"3"' } });
  openAdmin(server, `/admin/events/${eventId}/images`);
  await screen.findByRole('heading', { name: 'Images' });
}

async function choose(file = picture) {
  await userEvent.upload(screen.getByLabelText('Picture file'), file, { applyAccept: false });
  fireEvent.load(screen.getByRole('img', { name: 'The chosen file' }));
}
const patches = () => server.calls().filter(({ method }) => method === 'patch');
const useIt = () => userEvent.click(screen.getByRole('button', { name: 'Use this picture' }));

it('cuts by keyboard: the area moves and shrinks, and that part is sent and used', async () => {
  await open(oldId);
  await choose();
  const area = screen.getByRole('group', { name: /^Picture area/ });
  area.focus();
  // The largest 16:9 area of 4000 x 2000 is 3556 wide and stands 222 from the left; one step is 1 of 1000 px shown.
  fireEvent.keyDown(area, { key: 'ArrowRight', shiftKey: true });
  const corner = screen.getByRole('button', { name: /^Bottom right corner/ });
  fireEvent.keyDown(corner, { key: 'ArrowLeft', ctrlKey: true });
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  server.on('delete', '/api/v1/media/images/{imageId}', { status: 204 });
  await useIt();
  const upload = await FakeUpload.sent();
  expect(upload.address).toBe('POST /api/v1/media/images');
  const [, x, y, width, height] = drawn.mock.calls[0] ?? [];
  expect(x).toBeCloseTo(222.2 + 40, 0);
  expect(y).toBe(0);
  expect(width).toBeLessThan(3556 - 300);
  expect(width / height).toBeCloseTo(16 / 9, 3);
  upload.progress(0.5);
  expect(await screen.findByText('Sending, 50 %')).toBeDefined();
  upload.answer(201, { id: newId });
  expect(await screen.findByText('The picture is in use')).toBeDefined();
  expect(patches()[0]?.body).toEqual({ pictureId: newId });
  expect(patches()[0]?.headers.get('if-match')).toBe('"3"');
  expect(server.calls().some(({ method, path: p }) => method === 'delete' && p.endsWith(oldId))).toBe(true);
});

it('takes a pasted picture', async () => {
  await open();
  const paste = new Event('paste') as Event & { clipboardData: { files: File[] } };
  paste.clipboardData = { files: [picture] };
  fireEvent(window, paste);
  expect(await screen.findByRole('img', { name: 'The chosen file' })).toBeDefined();
});

it.each([
  [400, 'The file is damaged.'],
  [413, 'The file is larger than 10 MB.'],
])('shows the issue of a %i at the picture, and keeps the chosen area', async (status, detail) => {
  await open();
  await choose();
  await useIt();
  const issues = [{ detail, pointer: '/file', location: 'body' }];
  (await FakeUpload.sent()).answer(status, { ...problemBody({ status }), issues });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(detail);
  expect(screen.getByRole('group', { name: /^Picture area/ })).toBeDefined();
  expect(patches()).toEqual([]);
});

it('can be stopped, and survives a server that cannot be reached', async () => {
  await open();
  await choose();
  await useIt();
  await FakeUpload.sent();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('button', { name: 'Use this picture' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  await useIt();
  (await FakeUpload.sent()).fail();
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
});

it('refuses what is too small or no picture, before anything is sent', async () => {
  await open();
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(800);
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain('800 x 2000 pixels');
  await userEvent.click(screen.getByRole('button', { name: 'Choose another picture' }));
  await userEvent.upload(screen.getByLabelText('Picture file'), new File(['?'], 'a.txt'), {
    applyAccept: false,
  });
  fireEvent.error(screen.getByRole('img', { name: 'The chosen file' }));
  expect((await screen.findByRole('alert')).textContent).toContain('no picture that a browser can show');
});

it('offers the choice when somebody else has chosen a picture meanwhile', async () => {
  await open(oldId);
  await choose();
  await useIt();
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }),
  });
  server.on('get', path, { status: 200, body: fakeEvent({ pictureId: null }), headers: { ETag: '"7"' } });
  (await FakeUpload.sent()).answer(201, { id: newId });
  const dialog = within(await screen.findByRole('dialog', { name: /Somebody else has saved/ }));
  expect(dialog.getByRole('row', { name: 'Picture No picture A picture' })).toBeDefined();
});

it('removes the picture after it has asked', async () => {
  await open(oldId);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the picture' }));
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  server.on('delete', '/api/v1/media/images/{imageId}', {
    status: 409,
    body: problemBody({ status: 409, type: '/problems/conflict' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(patches()[0]?.body).toEqual({ pictureId: null }));
  expect(await screen.findByText('Removed')).toBeDefined();
});
