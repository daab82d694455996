/**
 * Plays with sound, or without it where the browser refuses sound, which it does until the viewer has pressed
 * something. `beforeMuting` is told before the sound goes off, since that is not the viewer's wish.
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

/** False only when the browser forbids it; a start that something else overtook is no refusal. */
async function mayPlay(video: HTMLVideoElement) {
  try {
    await video.play();
    return true;
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NotAllowedError');
  }
}
