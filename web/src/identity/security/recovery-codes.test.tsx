import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { installNative, native } from '../../native.ts';
import { renderPage } from '../../test/render.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const codes = ['1-AAAA-BBBB-CCCC-DDDD', '2-AAAA-BBBB-CCCC-DDDD'];
const show = () => renderPage(<RecoveryCodes codes={codes} onDone={() => {}} />);

it('offers the codes as a file', () => {
  show();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Save as a file' });
  for (const code of codes) expect(decodeURIComponent(link.href)).toContain(code);
  expect(link.download).toBe('ringside-recovery-codes.txt');
});

it('offers only a copy in the native app, whose webview saves no files', () => {
  const browser = native();
  installNative({ ...browser, isNative: true });
  onTestFinished(() => installNative(browser));
  show();
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
  expect(screen.queryByText('Save as a file')).toBeNull();
});
