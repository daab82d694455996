import { expect, test, vi } from 'vitest';
import { outsideAddress } from './leaving.ts';

vi.mock('@capacitor/browser', () => ({ Browser: {} }));
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
