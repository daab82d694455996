/**
 * A signed stream address carries its token in the path, so that all relative addresses of a playlist inherit it:
 * `/media/hls/<sig>/<exp>/<lease>/<stream>/...`, or `/media/remote/...` when a provider keeps the video. hls.js keeps the addresses that it has parsed; these functions put
 * the newest token into them before each request. Segments of a live stream have addresses without a token.
 */
const signedPrefix = /\/media\/(hls|remote)\/[^/?#]+\/(\d+)\/([^/?#]+)\/([^/?#]+)\//;

/** Returns `url` with the token of `newest`. Addresses of other streams or hosts are returned unchanged. */
export function withNewestToken(url: string, newest: string) {
  const old = signedPrefix.exec(url);
  const fresh = signedPrefix.exec(newest);
  if (!old || !fresh || old[1] !== fresh[1] || old[4] !== fresh[4]) return url;
  return url.slice(0, old.index) + fresh[0] + url.slice(old.index + old[0].length);
}

/** When the token in the path expires, in milliseconds; null when the address carries no token of ours. */
export function tokenExpiresAt(url: string) {
  const seconds = signedPrefix.exec(url)?.[2];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** True when both addresses are of one playback session, so that the older one still works. */
export function isSameSession(url: string, other: string) {
  return signedPrefix.exec(url)?.[3] === signedPrefix.exec(other)?.[3];
}

/** True when the address is of a video of our own origin, whose renditions always include the audio. */
export function isOwnOrigin(url: string) {
  return signedPrefix.exec(url)?.[1] === 'hls';
}
