// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { closeOutside, comeBack, openOutside, outsideAddress } from './leaving.ts';

const browser = vi.hoisted(() => ({ open: vi.fn(), close: vi.fn() }));
vi.mock('@capacitor/browser', () => ({ Browser: browser }));
vi.mock('@capacitor/share', () => ({ Share: {} }));

const server = 'https://ringside.example';

test.each(['https://localhost/competitions/r-7', 'capacitor://localhost/'])('from %s', (page) => {
  const at = (path: string) => new URL(path, page).href;
  const outside = (href: string) => outsideAddress(href, { page, server });
  expect(outside(at('/'))).toBeUndefined();
  expect(outside(at('/competitions/r-7/live'))).toBeUndefined();
  expect(outside(at('/administration'))).toBeUndefined();
  expect(outside('mailto:help@ringside.example')).toBeUndefined();
  expect(outside('javascript:alert(1)')).toBeUndefined();
  expect(outside(at('/admin/events?page=2'))).toBe(`${server}/admin/events?page=2`);
  expect(outside(at('/api/v1/kickboxing/competitions/1/calendar'))).toBe(
    `${server}/api/v1/kickboxing/competitions/1/calendar`,
  );
  expect(outside('https://maps.example/?q=Ghent')).toBe('https://maps.example/?q=Ghent');
  expect(outside('https://localhost.evil/')).toBe('https://localhost.evil/');
  expect(outside('https://localhost:8443/')).toBe('https://localhost:8443/');
});

const returns = vi.fn();
window.addEventListener('pageshow', returns);
afterEach(() => returns.mockClear());

test('who comes back finds the page as after "back", once', async () => {
  browser.open.mockResolvedValue(undefined);
  await openOutside('https://maps.example/');
  expect(returns).not.toHaveBeenCalled();
  comeBack();
  comeBack();
  expect(returns).toHaveBeenCalledOnce();
});

test('a browser that does not open leaves the page usable', async () => {
  browser.open.mockRejectedValue(new Error('No browser.'));
  await expect(openOutside('https://maps.example/')).rejects.toThrow('No browser.');
  expect(returns).toHaveBeenCalledOnce();
  comeBack();
  expect(returns).toHaveBeenCalledOnce();
});

test('a browser that the app closes is left, also where it cannot be closed', async () => {
  browser.open.mockResolvedValue(undefined);
  browser.close.mockRejectedValue(new Error('Android has none.'));
  await openOutside('https://pay.example/');
  await closeOutside();
  expect(returns).toHaveBeenCalledOnce();
});
