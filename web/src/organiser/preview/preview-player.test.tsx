import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeEngines, installFakePlayback } from '../../test/fake-media.ts';
import { renderPage } from '../../test/render.tsx';
import { PreviewPlayer } from './preview-player.tsx';

let engines: ReturnType<typeof createFakeEngines>;
vi.mock('../../media/engine/open-engine.ts', () => ({
  openEngine: (...args: Parameters<typeof engines.openEngine>) => engines.openEngine(...args),
}));

it('says how far behind live it plays, and nothing of the kind for a recording', async () => {
  installFakePlayback();
  engines = createFakeEngines();
  const sign = async () => ({ url: '/media/hls/sig/1/preview-1/stream/demo/live.m3u8' });
  renderPage(<PreviewPlayer title="Ring camera" sign={sign} poster={null} />);
  const video = await vi.waitFor(() => {
    const found = document.querySelector('video');
    if (!found) throw new Error('No video yet');
    return found;
  }, 4_000);
  const [engine] = engines.opened;
  if (!engine) throw new Error('No engine');
  Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_ENOUGH_DATA });
  engine.measured = { ...engine.measured, latency: 2.06, network: null };
  act(() => void video.dispatchEvent(new Event('timeupdate')));
  expect(await screen.findByText('2.1 s behind live')).toBeDefined();
  engine.measured = { ...engine.measured, latency: null, network: null };
  await vi.waitFor(() => expect(screen.queryByText(/behind live/)).toBeNull(), 4_000);
});
