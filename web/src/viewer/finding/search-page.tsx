import { Button } from '@mantine/core';
import { searchLists } from '@ringside/rules/home-lists';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/state-panel.tsx';
import { CompetitionGrid } from './competition-grid.tsx';
import controls from './controls.module.css';
import { findingQueries, type ListQuery } from './finding.queries.ts';
import classes from './finding-page.module.css';
import { BoutHits, FighterHits, HitGroup, Suggestions } from './hits/hit-groups.tsx';
import { countHits } from './hits/hit-words.ts';
import { ListFilters } from './list-filters.tsx';
import { useSplitInstant } from './split-instant.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';

const times = [
  { value: '', label: 'Everything' },
  { value: 'upcoming', label: 'Live and upcoming' },
  { value: 'replays', label: 'Replays' },
];

/** Any text may stand in the address: one that is no choice is everything. */
function partOf(when: string, instant: string): Pick<ListQuery, 'filter' | 'order'> {
  if (when === 'upcoming') return { filter: { endDate: { gt: instant } }, order: ['startDate'] };
  if (when === 'replays') return { filter: { endDate: { lte: instant } }, order: ['-startDate'] };
  return {};
}

/** Fighters, fights and nights by words. The address holds all of it. */
export default function SearchPage() {
  const address = useListAddress();
  const { q } = address;
  return (
    <div className={classes.page}>
      <PageTitle>{q === '' ? 'Search' : `Search: ${q}`}</PageTitle>
      <header className={classes.head}>
        <h1 className={classes.title}>Search</h1>
      </header>
      <SearchField address={address} />
      {q === '' ? (
        <>
          <EmptyState title="What are you looking for?" action={<Elsewhere />}>
            Type a fighter, a fight night, a venue, a city or a country.
          </EmptyState>
          <Suggestions />
        </>
      ) : (
        <Found address={address} />
      )}
    </div>
  );
}

function Found({ address }: { address: ListAddress }) {
  const { q, chosen, choose } = address;
  const instant = useSplitInstant();
  const when = chosen('when');
  const { filter = {}, ...order } = partOf(when, instant);
  const { data: hits } = useQuery({
    ...findingQueries.hits(q, searchLists(q).hits.limit),
    placeholderData: keepPreviousData,
  });
  const { fighters = [], bouts = [] } = hits ?? {};
  const isNarrowed = when !== '' || address.isNarrowed;
  if (hits && countHits(hits) === 0 && !isNarrowed) return <Nothing q={q} />;
  return (
    <>
      {fighters.length > 0 ? (
        <HitGroup id="fighters" title="Fighters">
          <FighterHits fighters={fighters} />
        </HitGroup>
      ) : null}
      {bouts.length > 0 ? (
        <HitGroup id="fights" title="Fights">
          <BoutHits bouts={bouts} />
        </HitGroup>
      ) : null}
      {hits?.competitions.length === 0 && !isNarrowed ? null : (
        <HitGroup id="nights" title="Nights">
          <fieldset className={classes.chips} aria-label="When">
            {times.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                className={classes.chip}
                aria-pressed={value === when}
                onClick={() => choose({ when: value })}
              >
                {label}
              </button>
            ))}
          </fieldset>
          <ListFilters address={address} whole={{ q, filter }} withYear />
          <CompetitionGrid
            query={{ q, ...order, filter: { ...filter, ...address.filter } }}
            address={address}
            noun="fight night"
            empty={<Nothing q={q} />}
          />
        </HitGroup>
      )}
    </>
  );
}

function Nothing({ q }: { q: string }) {
  return (
    <>
      <EmptyState title={`Nothing found for “${q}”`} action={<Elsewhere />}>
        Try fewer words: each of them must be part of a name or a place.
      </EmptyState>
      <Suggestions />
    </>
  );
}

/** The list follows when the typing pauses (docs/product.md, 31.4). */
const debounceMs = 300;

function SearchField({ address: { q, choose } }: { address: ListAddress }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const [followed, setFollowed] = useState(q);
  const write = useEffectEvent(() => {
    const next = typed.trim();
    if (next === followed) return;
    setFollowed(next);
    choose({ q: next }, { replace: true });
  });
  // Follows Back and a search from the header.
  if (q !== followed) {
    setFollowed(q);
    setTyped(q);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause again.
  useEffect(() => {
    const pause = setTimeout(write, debounceMs);
    return () => clearTimeout(pause);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes there once, when the page opens without words.
  useEffect(() => {
    if (q === '') field.current?.focus();
  }, []);
  return (
    <search className={classes.search}>
      <label className={controls.field}>
        <span className={controls.label}>Fighter, night or place</span>
        <IconSearch size={18} aria-hidden className={controls.icon as string} />
        <input
          ref={field}
          id="search-field"
          type="search"
          maxLength={255}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          className={`${controls.control} ${controls.withIcon}`}
        />
      </label>
    </search>
  );
}

function Elsewhere() {
  return (
    <div className={classes.elsewhere}>
      <Button component={Link} to={paths.schedule.href()} variant="default">
        See the schedule
      </Button>
      <Button component={Link} to={paths.replays.href()} variant="default">
        See all replays
      </Button>
    </div>
  );
}
