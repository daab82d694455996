/**
 * Plays with sound, or muted when the browser refuses sound, which it does until the viewer has interacted with the
 * page. `beforeMuting` is called before the video is muted, because the viewer has not asked for that.
 */
export async function playAsAllowed(
  video: HTMLVideoElement,
  beforeMuting: () => void,
): Promise<'allowed' | 'muted' | 'refused'> {
  if (await mayPlay(video)) return 'allowed';
  if (video.muted) return 'refused';
  beforeMuting();
  video.muted = true;
  if (await mayPlay(video)) return 'muted';
  video.muted = false;
  return 'refused';
}

/** False only when the browser forbids it; an interrupted start is not a refusal. */
async function mayPlay(video: HTMLVideoElement) {
  try {
    await video.play();
    return true;
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NotAllowedError');
  }
}
