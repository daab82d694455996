import { native } from '../../../native.ts';
import { withTabLock } from '../../../tab-lock.ts';

/** Goes to the payment page. */
export const leave = {
  to: (url: string) => native().leaveTo(url),
};

/** Runs a task in one tab at a time; undefined while another tab runs it (docs/product.md, 25.3). */
export async function inOneTab<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
  return withTabLock('ringside-buy', async (isHeld) => (isHeld ? task() : undefined), { ifAvailable: true });
}
