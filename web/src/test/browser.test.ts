import { BroadcastChannel as ChannelOfNode } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';

it('has channels that reach its own pages, and not those of another test file', async () => {
  const [one, same, elsewhere] = [
    new BroadcastChannel('seats'),
    new BroadcastChannel('seats'),
    new ChannelOfNode('seats'),
  ];
  const [heard, heardElsewhere] = [vi.fn(), vi.fn()];
  same.onmessage = heard;
  elsewhere.onmessage = heardElsewhere;
  one.postMessage('taken');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect(heardElsewhere).not.toHaveBeenCalled();
  for (const channel of [one, same, elsewhere]) channel.close();
});
