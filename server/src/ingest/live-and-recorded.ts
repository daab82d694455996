/** What the viewers of a broadcast that this server owns get: the live video, what it has recorded, and what comes after it. */
import type { OriginVideo } from '../media/origin/origin-video.ts';
import type { Broadcast } from './broadcast.ts';

type FindVideo = () => OriginVideo | undefined | Promise<OriginVideo | undefined>;

interface Recorded {
  /** What is written beside the live video. */
  recorded: OriginVideo;
  /** What viewers see after the end. */
  replay: FindVideo;
  /** What this server has after another one has taken the broadcast over. */
  successor: FindVideo;
}

/** One video of both: the broadcast as it goes on, and its recording. */
export function liveAndRecorded(
  { video, ladder }: Broadcast,
  { recorded, replay, successor }: Recorded,
): OriginVideo {
  const liveOf = (rung: string) => ladder?.video(rung) ?? video;
  const master = async () => {
    const source = await video.masterPlaylist();
    return source === undefined ? undefined : (ladder?.masterPlaylist(source) ?? source);
  };
  const segment = (rung: string, name: string) =>
    liveOf(rung).segment(rung, name) ?? recorded.segment(rung, name);
  const afterEnd = async (rung: string, name: string) => {
    const after = await replay();
    return isCutOut(after, name) ? after?.segment(rung, name) : segment(rung, name);
  };
  return {
    masterPlaylist: async (mode) => (mode === 'live' ? master() : (await replay())?.masterPlaylist(mode)),
    async mediaPlaylist(rung, request) {
      if (request.mode !== 'live') return (await replay())?.mediaPlaylist(rung, request);
      const text = await liveOf(rung).mediaPlaylist(rung, request);
      return video.isReleased ? (await successor())?.mediaPlaylist(rung, request) : text;
    },
    init: (rung, name) => liveOf(rung).init(rung, name) ?? recorded.init(rung, name),
    segment: (rung, name) => (video.isOver ? afterEnd(rung, name) : segment(rung, name)),
    async lists(rung, name, isWhole) {
      if (!isWhole && video.isOver && isCutOut(await replay(), name)) return false;
      return liveOf(rung).lists(rung, name) || recorded.lists(rung, name, isWhole);
    },
  };
}

/** A trim of the replay holds at once, also while the live video is still kept for open players. */
function isCutOut(replay: OriginVideo | undefined, name: string): boolean {
  // A part has a third number.
  const [generation, number] = name.split('-');
  const lists = (isWhole: boolean) => replay?.lists('source', `${generation}-${number}`, isWhole) === true;
  return lists(true) && !lists(false);
}
