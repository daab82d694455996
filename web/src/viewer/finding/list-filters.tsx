import { Button } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import controls from './controls.module.css';
import { type CompetitionFilter, findingQueries } from './finding.queries.ts';
import classes from './list-filters.module.css';
import type { Choice, ListAddress } from './use-list-address.ts';

interface Props {
  address: ListAddress;
  /** The list before it is narrowed: only what it has is offered. */
  whole: { q?: string; filter?: CompetitionFilter };
  withYear?: boolean;
}

const priceNames = { free: 'Free', paid: 'With a ticket' };

/** Year, city and price, each only where the data gives a choice. The list does not wait for them. */
export function ListFilters({ address, whole, withYear = false }: Props) {
  const { data, isPending } = useQuery(findingQueries.facets(whole));
  const { chosen, choose, isNarrowed, clear } = address;
  const years = (data?.years ?? []).map(({ year, total }) => ({
    value: String(year),
    label: `${year} (${total})`,
  }));
  const cities = (data?.cities ?? []).map(({ cityName, total }) => ({
    value: cityName,
    label: `${cityName} (${total})`,
  }));
  const free = data?.freeTotal ?? 0;
  const paid = (data?.total ?? 0) - free;
  const prices = [
    { value: 'free', label: `${priceNames.free} (${free})` },
    { value: 'paid', label: `${priceNames.paid} (${paid})` },
  ];
  const select = (
    name: Choice,
    label: string,
    any: string,
    choices: { value: string; label: string }[],
    names: Record<string, string> = {},
  ) => {
    const value = chosen(name);
    const known = choices.some((choice) => choice.value === value);
    // What an address asks for is shown, also when the list no longer has it.
    const more = value === '' || known ? [] : [{ value, label: names[value] ?? value }];
    if (choices.length < 2 && value === '') return null;
    return (
      <label className={`${controls.field} ${classes.field}`}>
        <span className={controls.label}>{label}</span>
        <select
          value={value}
          onChange={({ currentTarget }) => choose({ [name]: currentTarget.value })}
          className={`${controls.control} ${controls.select}`}
        >
          {[{ value: '', label: any }, ...more, ...choices].map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <IconSelector size={18} aria-hidden className={controls.arrows as string} />
      </label>
    );
  };
  return (
    <fieldset
      className={classes.filters}
      aria-label="Filters"
      data-loading={isPending || undefined}
      data-year={withYear || undefined}
    >
      {withYear ? select('year', 'Year', 'All years', years) : null}
      {select('city', 'City', 'All cities', cities)}
      {select('price', 'Price', 'Any price', free > 0 && paid > 0 ? prices : [], priceNames)}
      {isNarrowed ? (
        <Button variant="default" onClick={clear} className={classes.clear}>
          Clear filters
        </Button>
      ) : null}
    </fieldset>
  );
}
