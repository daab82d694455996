/** Detects what this browser can play, without loading an engine. */

/** iPhone, iPad and iPod. An iPad reports itself as a Mac, but no Mac has a touch screen. */
export function isAppleMobile() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return /iP(?:hone|ad|od)/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

const ourCodecs = 'video/mp4; codecs="avc1.42E01E,mp4a.40.2"';

/**
 * `mse`: hls.js feeds the element. `native`: the element opens the playlist itself, which works well only in Apple's
 * mobile browsers (desktop Chrome answers "maybe" for HLS and shows some streams black).
 */
type StreamTechnology = 'mse' | 'native';

export function streamTechnology(): StreamTechnology {
  const sources = globalThis as { ManagedMediaSource?: typeof MediaSource; MediaSource?: typeof MediaSource };
  const source = sources.MediaSource ?? sources.ManagedMediaSource;
  return !source?.isTypeSupported(ourCodecs) && isAppleMobile() ? 'native' : 'mse';
}
