import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import { NightFollower } from '../../bouts/night/night-follower.tsx';
import type { BoutMoments } from '../../bouts/night/night-words.ts';
import type { Competition } from '../competition-types.ts';

interface Props {
  competition: Competition;
  onMoments: (moments: BoutMoments | undefined) => void;
}

/** What the page of an event with bouts has once it has come alive: the bells, and the way to the results. */
export function Night({ competition: { slug, startDate, timezone }, onMoments }: Props) {
  // Whether there are results or not: the link tells nothing.
  const hasBegun = useClock((now) => (now >= Date.parse(startDate) ? 1 : 0)) === 1;
  return (
    <>
      <NightFollower competitionSlug={slug} timezone={timezone} onMoments={onMoments} />
      {hasBegun ? (
        <Anchor component={Link} to={paths.results.href(slug)} display="inline-block" mt="md" py="xs">
          Results
        </Anchor>
      ) : null}
    </>
  );
}
