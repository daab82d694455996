import type { components } from '@ringside/openapi/schema';
import { type Phase, phaseOf } from '@ringside/rules/event-words';

type Event = components['schemas']['Event'];

export interface ViewersSee {
  title: string;
  text: string;
  isLive: boolean;
}

const wherePublic = 'It is in the lists.';
const whereHidden = 'Only people with the link find it.';

/** What a viewer meets at this moment. @param event with its blocks and their live streams. */
export function viewersSee(event: Event, now: number): ViewersSee {
  if (event.status === 'draft')
    return {
      title: 'Nothing',
      text: 'A draft does not exist for viewers, also not by its link.',
      isLive: false,
    };
  const where = event.status === 'public' ? wherePublic : whereHidden;
  const words: Record<Phase, () => Omit<ViewersSee, 'isLive'>> = {
    upcoming: () => ({ title: 'A countdown', text: `The page counts down to the start. ${where}` }),
    live: () => liveWords(event, where, now),
    past: () => pastWords(event, where),
  };
  const phase = phaseOf(event, now);
  return { ...words[phase](), isLive: phase === 'live' && activeNow(event, now).length > 0 };
}

function liveWords(event: Event, where: string, now: number) {
  const [first, ...others] = activeNow(event, now);
  if (!first)
    return {
      title: 'No live picture',
      text: `The event is on, but no stream of a running block is active. ${where}`,
    };
  const more = others.length > 0 ? ` and ${others.length} more to choose from` : '';
  return { title: 'Live now', text: `“${first.name}”${more}. ${where}` };
}

function pastWords({ blocks = [] }: Event, where: string) {
  const active = blocks.flatMap(({ liveStreams = [] }) =>
    liveStreams.filter(({ status }) => status === 'active'),
  );
  if (active.length === 0)
    return { title: 'No replay', text: `The event is over and no stream is active. ${where}` };
  return { title: 'Replays', text: `The event is over; its active streams are replays. ${where}` };
}

/** The active streams of running blocks, in the order in which viewers get them. */
function activeNow({ blocks = [] }: Event, now: number) {
  return blocks
    .filter((block) => phaseOf(block, now) === 'live')
    .flatMap(({ liveStreams = [] }) => liveStreams.filter(({ status }) => status === 'active'))
    .sort((one, other) => one.weight - other.weight);
}
