/**
 * A signed stream address carries its token in the path, so every relative address of a playlist
 * inherits it: `/media/hls/<sig>/<exp>/<lease>/<stream>/...`. hls.js keeps the addresses that it has
 * parsed; these functions put the newest token into them just before each request.
 */
const signedPrefix = /\/media\/hls\/[^/?#]+\/(\d+)\/[^/?#]+\/([^/?#]+)\//;

/** `url` with the token of `newest`. Addresses of other streams or other hosts stay as they are. */
export function withNewestToken(url: string, newest: string) {
  const old = signedPrefix.exec(url);
  const fresh = signedPrefix.exec(newest);
  if (!old || !fresh || old[2] !== fresh[2]) return url;
  return url.slice(0, old.index) + fresh[0] + url.slice(old.index + old[0].length);
}

/** When the token in the path ends, in milliseconds; null when the address carries none of ours. */
export function tokenExpiresAt(url: string) {
  const seconds = signedPrefix.exec(url)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Whether the address is signed by our own origin, whose renditions always carry their sound with them. */
export function isOwnOrigin(url: string) {
  return signedPrefix.test(url);
}
