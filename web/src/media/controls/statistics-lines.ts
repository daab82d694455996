import type { MediaPlayer } from '../media-player.ts';

/** What the statistics say, as pairs of a name and a text. What is unknown is left out. */
export function statisticsLines(player: Pick<MediaPlayer, 'figures' | 'getState' | 'video'>) {
  const { video } = player;
  const { latency, network } = player.figures();
  const { bufferedEnd, currentTime, levels, playingLevel } = player.getState();
  const level = levels.find(({ index }) => index === (playingLevel ?? levels[0]?.index));
  const { droppedVideoFrames, totalVideoFrames } = video.getVideoPlaybackQuality?.() ?? {};
  const lines: [name: string, text: string | null][] = [
    ['Latency', latency === null ? null : `${latency.toFixed(1)} s`],
    ['Buffer', `${Math.max(0, bufferedEnd - currentTime).toFixed(1)} s`],
    ['Picture', video.videoWidth > 0 ? `${video.videoWidth} × ${video.videoHeight}` : null],
    ['Quality', level ? megabits(level.bandwidth) : null],
    ['Network', network === null ? null : megabits(network)],
    ['Dropped', totalVideoFrames ? `${droppedVideoFrames} of ${totalVideoFrames} frames` : null],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null);
}

function megabits(bitsPerSecond: number) {
  return `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbit/s`;
}

/** What support needs: the figures, and which video was shown when and where. No address, because it is signed. */
export function statisticsText(player: Pick<MediaPlayer, 'figures' | 'getState' | 'video' | 'mediaId'>) {
  const lines = [
    ...statisticsLines(player),
    ['Video', player.mediaId],
    ['Time', new Date().toISOString()],
    ['Browser', navigator.userAgent],
  ];
  return lines.map(([name, text]) => `${name}: ${text}`).join('\n');
}
