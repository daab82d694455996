import { phaseOf } from '@ringside/rules/event-words';
import { useQueries } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { Rail, RailSkeleton } from '../../../ui/rail/rail.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import { CompetitionCard } from '../../finding/competition-card.tsx';
import { type CompetitionItem, findingQueries } from '../../finding/finding.queries.ts';
import { useSplitInstant } from '../../finding/split-instant.ts';
import type { Competition } from '../competition-types.ts';

const fewCount = 8;
const anywhere = 'More fight nights';

type About = Pick<Competition, 'id' | 'location'>;

/** Other events in the same city, else what comes next anywhere; nothing when there is no other event. */
export function RelatedEvents({ competition }: { competition: About }) {
  const { cityName } = competition.location;
  const { items, isPending } = useOthers(competition, cityName);
  const isLonely = !isPending && items.length === 0;
  if (cityName === null || isLonely) return <OtherEvents competition={competition} />;
  return <EventRail title={`More in ${cityName}`} items={items} isPending={isPending} />;
}

function OtherEvents({ competition }: { competition: About }) {
  const { items, isPending } = useOthers(competition, null);
  const all = { href: paths.schedule.href(), label: 'See all' };
  return <EventRail title={anywhere} items={items} isPending={isPending} all={all} />;
}

/** What comes, soonest first, then replays, latest first. A list that fails is left out: the page is about another event. */
function useOthers({ id }: About, cityName: string | null) {
  const instant = useSplitInstant();
  const inCity = cityName === null ? {} : { 'location.cityName': { eq: cityName } };
  const [current, past] = useQueries({
    queries: [
      findingQueries.page({ filter: { endDate: { gt: instant }, ...inCity }, order: ['startDate'] }, 1),
      findingQueries.page({ filter: { endDate: { lte: instant }, ...inCity }, order: ['-startDate'] }, 1),
    ],
  });
  const few = (items: readonly CompetitionItem[] = []) =>
    items.filter((item) => item.id !== id).slice(0, fewCount);
  return {
    items: [...few(current.data?.data), ...few(past.data?.data)],
    isPending: current.isPending || past.isPending,
  };
}

interface RailProps {
  title: string;
  items: readonly CompetitionItem[];
  isPending: boolean;
  all?: { href: string; label: string };
}

function EventRail({ title, items, isPending, all }: RailProps) {
  // Whether the city has others is not known yet.
  if (isPending) return <RailSkeleton title={anywhere} />;
  if (items.length === 0) return null;
  return (
    <Rail id="related" title={title} all={all}>
      {items.map((item) => (
        <RelatedCard key={item.id} item={item} />
      ))}
    </Rail>
  );
}

function RelatedCard({ item }: { item: CompetitionItem }) {
  const phase = useClock((now) => phaseOf(item, now));
  return <CompetitionCard competition={item} phase={phase} />;
}
