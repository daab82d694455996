import { expect, it, vi } from 'vitest';
import { type ChangeListener, Changes } from './changes.ts';

it('passes a change on to all, also when one of them fails', () => {
  const changes = new Changes();
  const onError = vi.fn();
  const missed = vi.fn();
  const fault = new Error('This one fails');
  changes.subscribe({
    missed() {
      throw fault;
    },
  });
  changes.subscribe({ missed });
  const heard: ChangeListener[] = [];
  changes.listenTo(
    {
      listen(listener) {
        heard.push(listener);
        return { listenClosely() {}, async [Symbol.asyncDispose]() {} };
      },
    },
    onError,
  );
  heard[0]?.missed();
  expect([missed.mock.calls.length, onError.mock.calls]).toEqual([1, [[fault]]]);
});
