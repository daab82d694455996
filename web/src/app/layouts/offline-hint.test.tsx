import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../test/render.tsx';
import { OfflineHint } from './offline-hint.tsx';

it('says that there is no network, until there is one (34.6)', () => {
  renderPage(<OfflineHint />);
  const place = screen.getByRole('status');
  expect(place.textContent).toBe('');
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(place.textContent).toMatch(/^You are offline\./);
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(place.textContent).toBe('');
});
