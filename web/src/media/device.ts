/** What this browser can play, without loading an engine. */

/** iPhone, iPad and iPod; an iPad calls itself a Mac, but no Mac has a touch screen. */
export function isAppleMobile() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return /iP(?:hone|ad|od)/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

const ourCodecs = 'video/mp4; codecs="avc1.42E01E,mp4a.40.2"';

/**
 * `mse`: hls.js feeds the element. `native`: the element opens the playlist itself, which only Apple's
 * mobile browsers do well (desktop Chrome says "maybe" to HLS and shows black on some streams).
 */
type StreamTechnology = 'mse' | 'native';

export function streamTechnology(): StreamTechnology {
  const sources = globalThis as { ManagedMediaSource?: typeof MediaSource; MediaSource?: typeof MediaSource };
  const source = sources.MediaSource ?? sources.ManagedMediaSource;
  return !source?.isTypeSupported(ourCodecs) && isAppleMobile() ? 'native' : 'mse';
}
