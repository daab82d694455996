/**
 * Shows the video on a television: by AirPlay in Safari, by Remote Playback elsewhere. The browser says whether it can
 * and whether a device is near; most cannot while hls.js feeds the element.
 */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

interface AirPlayEvent extends Event {
  availability?: 'available' | 'not-available';
}

/** Reports whether there is a device; never calls where the browser cannot cast. */
export function watchCasting(
  video: HTMLVideoElement,
  report: (isAvailable: boolean) => void,
  signal: AbortSignal,
) {
  if ('webkitShowPlaybackTargetPicker' in video) {
    const onAirPlay = ({ availability }: AirPlayEvent) => report(availability === 'available');
    video.addEventListener('webkitplaybacktargetavailabilitychanged', onAirPlay, { signal });
    return;
  }
  const { remote } = video;
  // Where availability cannot be watched in the background, nothing is offered.
  remote?.watchAvailability?.(report).catch(() => {});
  signal.addEventListener('abort', () => void remote?.cancelWatchAvailability?.().catch(() => {}));
}

/** Opens the browser's own list of devices. */
export async function castVideo(video: HTMLVideoElement) {
  const { webkitShowPlaybackTargetPicker } = video as AirPlayVideo;
  if (webkitShowPlaybackTargetPicker) return webkitShowPlaybackTargetPicker.call(video);
  // Rejects when the viewer closes the list.
  await video.remote.prompt().catch(() => undefined);
}
