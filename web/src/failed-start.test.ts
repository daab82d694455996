import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadPage } from './app/faults/reload-page.ts';
import { onFailedStart } from './failed-start.ts';

vi.mock('./app/faults/reload-page.ts', () => ({ reloadPage: vi.fn() }));

beforeEach(() => {
  vi.mocked(reloadPage).mockClear();
  vi.stubGlobal('reportError', vi.fn());
  window.sessionStorage.clear();
  document.body.innerHTML = '<div id="root"><p>A rendering</p></div>';
});

const failed = new TypeError('Failed to fetch dynamically imported module');

it('loads the page again, once', () => {
  onFailedStart(failed);
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(document.body.textContent).toBe('A rendering');
  onFailedStart(failed);
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('then takes the rendering away and says what to do', () => {
  onFailedStart(failed);
  onFailedStart(failed);
  expect(screen.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeDefined();
  expect(document.querySelector('[inert]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reloadPage).toHaveBeenCalledTimes(2);
});

it('does not load again without a network, because the error page of the browser would come', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onFailedStart(failed);
  expect(reloadPage).not.toHaveBeenCalled();
  expect(screen.getByRole('heading', { level: 1, name: 'You are offline' })).toBeDefined();
});
