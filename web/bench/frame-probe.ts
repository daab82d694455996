/** What a page does until its first frame, as it says itself. Runs in the browser. */

/** Milliseconds since the start of the navigation; null: it did not happen, or before there was a page to ask. */
export interface Milestones {
  /** The document has arrived. */
  html: number | null;
  /** The last script that the video needs has arrived. */
  scripts: number | null;
  /** That call was sent. */
  asked: number | null;
  /** The last call without which there is no address has been answered. */
  call: number | null;
  /** The last playlist before the first bytes of video has arrived. */
  playlists: number | null;
  /** The first bytes of video go to the decoder. */
  append: number | null;
  /** The first frame is on the page. */
  frame: number | null;
}

type ProbedWindow = Window & { probed?: { append: number | null; frame: number | null } };

/**
 * Runs in the page before its own scripts. It asks for the first frame as soon as a video exists: one that enters the
 * document later may have been given it before. A frame counts when its video is in the document.
 */
export function probeFrames(): void {
  const probed: { append: number | null; frame: number | null } = { append: null, frame: null };
  (window as ProbedWindow).probed = probed;
  const watched = new Set<HTMLVideoElement>();
  const decoded = new Set<HTMLVideoElement>();

  function seen() {
    probed.frame ??= performance.now();
  }
  function watch(video: HTMLVideoElement) {
    if (watched.has(video)) return;
    watched.add(video);
    video.requestVideoFrameCallback(() => {
      decoded.add(video);
      if (video.isConnected) seen();
    });
  }

  const create = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLVideoElement) watch(element);
    return element;
  }) as typeof document.createElement;
  const look = () => {
    for (const video of document.querySelectorAll('video')) {
      watch(video);
      // It had its first frame before it was in the document: the page shows it with its next one.
      if (decoded.has(video) && probed.frame === null) requestAnimationFrame(seen);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });

  const append = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function (data) {
    probed.append ??= performance.now();
    append.call(this, data);
  };
}

export function hasFrame(): boolean {
  return ((window as ProbedWindow).probed?.frame ?? null) !== null;
}

/** @param scripts matches the scripts without which no video plays. */
export function readMilestones({ scripts }: { scripts: string }): Milestones {
  const { append = null, frame = null } = (window as ProbedWindow).probed ?? {};
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const before = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ responseEnd }) => responseEnd > 0 && (append === null || responseEnd <= append),
  );
  const last = (pattern: RegExp) => {
    const ends = before.filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd);
    return ends.length > 0 ? Math.max(...ends) : null;
  };
  const calls = /\/signed-url|\/playback\/watches/;
  const asked = before.find(({ name }) => calls.test(name));
  return {
    html: navigation?.responseEnd ?? null,
    scripts: last(new RegExp(scripts)),
    asked: asked?.startTime ?? null,
    call: last(calls),
    playlists: last(/\.m3u8/),
    append,
    frame,
  };
}
