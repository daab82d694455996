import './browser.ts';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { closeAllModals } from '../ui/dialogs/modal-host.tsx';

afterEach(() => {
  // Before the cleanup, because a dialog outlives the page that opened it.
  act(closeAllModals);
  cleanup();
});
// Pages are loaded on demand in tests, too, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
