import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContractServer } from '../../../../test/contract-server.ts';
import { catchDownloads } from '../../../../test/fake-downloads.ts';
import { openAdmin } from '../../../../test/open-admin.ts';
import { signOut } from '../../../../test/session-cookies.ts';

const server = fakeContractServer();
const card = '/admin/events/0199a3c4-0007-7000-8000-000000000001/card';
const boutsPath = '/api/v1/events/{eventId}/bouts';
afterEach(() => {
  vi.unstubAllGlobals();
  signOut();
});

it('prints a sheet with the event, and one row for each bout', async () => {
  // As a browser does.
  const print = vi.fn(() => window.dispatchEvent(new Event('beforeprint')));
  vi.stubGlobal('print', print);
  openAdmin(server, card);
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  const sheet = document.querySelector<HTMLElement>('body > [data-sheet]');
  const page = within(sheet as HTMLElement);
  expect(page.getByText('Rotterdam Rumble 7')).toBeDefined();
  const rows = [...(sheet?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^1Tomás VargaHUTo be announcedWelterweight, 77 kg3 × 3 min/),
    expect.stringMatching(
      /^2Noor HaddadNL, Kadeweg Kickboxing, 21-3-1, 69.9 kgJens Okafor.*Lightweight, 70 kg5 × 3 min.*title$/,
    ),
  ]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('[data-sheet]')).toBeNull();
});

it('saves the card for a spreadsheet', async () => {
  const downloads = catchDownloads();
  openAdmin(server, card, ['event:read']);
  await userEvent.click(await screen.findByRole('button', { name: 'Save the card as CSV' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(downloads[0]?.name).toBe('rotterdam-rumble-7-card.csv');
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

it('of an empty card offers the import alone', async () => {
  server.on('get', boutsPath, { status: 200, body: { data: [], total: 0 } });
  openAdmin(server, card);
  expect(await screen.findByRole('button', { name: 'Import' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});
