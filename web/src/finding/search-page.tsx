import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/state-panel.tsx';
import { CompetitionGrid } from './competition-grid.tsx';
import type { CompetitionFilter } from './finding.queries.ts';
import classes from './finding-page.module.css';
import { ListFilters } from './list-filters.tsx';
import { splitInstant } from './split-instant.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';

const times = [
  { value: '', label: 'Everything' },
  { value: 'upcoming', label: 'Live and upcoming' },
  { value: 'replays', label: 'Replays' },
];

/** Competitions by words of their name and place. The address holds all of it. */
export default function SearchPage() {
  const address = useListAddress();
  const { q, chosen, choose } = address;
  const [instant] = useState(() => splitInstant());
  const when = chosen('when');
  const wholes: Record<string, CompetitionFilter> = {
    upcoming: { endDate: { gt: instant } },
    replays: { endDate: { lte: instant } },
  };
  const whole = wholes[when] ?? {};
  const order = { upcoming: ['startDate' as const], replays: ['-startDate' as const] }[when];
  return (
    <div className={classes.page}>
      <PageTitle>{q === '' ? 'Search' : `Search: ${q}`}</PageTitle>
      <header className={classes.head}>
        <h1 className={classes.title}>Search</h1>
      </header>
      <SearchField address={address} />
      {q === '' ? (
        <EmptyState title="What are you looking for?" action={<Elsewhere />}>
          Type a fight night, a venue, a city or a country.
        </EmptyState>
      ) : (
        <>
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
          <ListFilters address={address} whole={{ q, filter: whole }} withYear />
          <CompetitionGrid
            query={{ q, filter: { ...whole, ...address.filter }, ...(order ? { order } : {}) }}
            address={address}
            noun="fight night"
            empty={
              <EmptyState title={`Nothing found for “${q}”`} action={<Elsewhere />}>
                Check the spelling, or try fewer words: each of them must be part of the name or the place.
              </EmptyState>
            }
          />
        </>
      )}
    </div>
  );
}

/** The list follows when the typing pauses (docs/product.md, 31.4). */
const debounceMs = 300;

function SearchField({ address: { q, choose } }: { address: ListAddress }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const [followed, setFollowed] = useState(q);
  const write = useDebouncedCallback((next: string) => {
    setFollowed(next.trim());
    choose({ q: next.trim() }, { replace: true });
  }, debounceMs);
  // Follows Back and a search from the header.
  if (q !== followed) {
    setFollowed(q);
    setTyped(q);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes there once, when the page opens without words.
  useEffect(() => {
    if (q === '') field.current?.focus();
  }, []);
  return (
    <search className={classes.search}>
      <TextInput
        ref={field}
        id="search-field"
        type="search"
        size="md"
        label="Name or place"
        maxLength={255}
        autoComplete="off"
        enterKeyHint="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          write(currentTarget.value);
        }}
      />
    </search>
  );
}

function Elsewhere() {
  return (
    <Button.Group>
      <Button component={Link} to={paths.schedule.href()} variant="default">
        See the schedule
      </Button>
      <Button component={Link} to={paths.replays.href()} variant="default">
        See all replays
      </Button>
    </Button.Group>
  );
}
