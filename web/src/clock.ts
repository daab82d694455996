/**
 * The time by the server's clock, as far as its answers tell it: on a device whose clock is wrong by hours, a fight that is
 * live would be announced for later (docs/product.md, 2.11). A clock that is nearly right is left alone.
 * A device three hours behind signed its viewer out in the middle of a fight. The price of asking for no time of our
 * own: a device that is a minute wrong stays a minute wrong.
 */

/** An answer takes its time on the way, and `Date` has whole seconds. */
const toleratedMs = 2 * 60_000;

/** How far the clock of this device is ahead of the server's. */
let aheadMs = 0;

/**
 * @param headers of an answer; those of one that may come out of a cache say nothing.
 * @param cameAt when it came, by this device's clock.
 */
export function noteServerTime(headers: Headers, cameAt = Date.now()) {
  const date = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(date) || headers.has('Age') || /max-age/i.test(headers.get('Cache-Control') ?? '')) return;
  const differenceMs = cameAt - date;
  aheadMs = Math.abs(differenceMs) > toleratedMs ? differenceMs : 0;
}

/**
 * @param at when the server made the page, at most a minute before it was sent.
 * @param isKept the browser had kept it: it may be of any age, so a device can only be known to be behind.
 */
export function notePageTime(at: number, isKept: boolean) {
  const differenceMs = Date.now() - at;
  const isWrong = differenceMs < -toleratedMs || (!isKept && differenceMs > toleratedMs);
  if (isWrong) aheadMs = differenceMs;
}

export function serverNow() {
  return Date.now() - aheadMs;
}
