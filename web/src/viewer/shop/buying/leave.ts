import { native } from '../../../native.ts';

/** Goes to the payment page. */
export const leave = {
  to: (url: string) => native().leaveTo(url),
};

/** Runs a task in one tab at a time; undefined while another tab runs it (docs/product.md, 25.3). */
export async function inOneTab<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
  // Only secure contexts have locks.
  if (!('locks' in navigator)) return task();
  return navigator.locks.request('ringside-buy', { ifAvailable: true }, (lock) =>
    lock ? task() : undefined,
  );
}
