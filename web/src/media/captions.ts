/**
 * Captions and subtitles of a video, found by the browser or by hls.js, which gives each one a text track
 * of the element and loads it when it is shown.
 */
export interface Caption {
  id: number;
  label: string;
}

let languages: Intl.DisplayNames | undefined;

function captionTracks({ textTracks }: HTMLVideoElement) {
  const tracks = [...(textTracks ?? [])];
  return tracks.filter(({ kind }) => kind === 'subtitles' || kind === 'captions');
}

export function captionsOf(video: HTMLVideoElement): Caption[] {
  return captionTracks(video).map(({ label, language }, id) => ({
    id,
    label: label || (language ? nameOf(language) : `Captions ${id + 1}`),
  }));
}

/** The shown one, null without. */
export function shownCaption(video: HTMLVideoElement): number | null {
  const at = captionTracks(video).findIndex(({ mode }) => mode === 'showing');
  return at < 0 ? null : at;
}

export function showCaption(video: HTMLVideoElement, shown: number | null) {
  for (const [id, track] of captionTracks(video).entries())
    track.mode = id === shown ? 'showing' : 'disabled';
}

/** Calls `listener` when captions come, go or are chosen. */
export function onCaptions(video: HTMLVideoElement, listener: () => void, signal: AbortSignal) {
  for (const name of ['addtrack', 'removetrack', 'change']) {
    video.textTracks?.addEventListener(name, listener, { signal });
  }
}

function nameOf(language: string) {
  try {
    // Only when there are captions: the browser's names of all languages cost more than the rest of the player's start.
    languages ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
    return languages.of(language) ?? language;
  } catch {
    return language;
  }
}
