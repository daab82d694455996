import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CompetitionFilter, findingQueries } from './finding.queries.ts';
import classes from './list-filters.module.css';
import type { Choice, ListAddress } from './use-list-address.ts';

interface Props {
  address: ListAddress;
  /** The list before it is narrowed: only what it has is offered. */
  whole: { q?: string; filter?: CompetitionFilter };
  withYear?: boolean;
}

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
    { value: 'free', label: `Free (${free})` },
    { value: 'paid', label: `With a ticket (${paid})` },
  ];
  const select = (name: Choice, label: string, any: string, choices: { value: string; label: string }[]) => {
    const value = chosen(name);
    const known = choices.some((choice) => choice.value === value);
    // What an address asks for is shown, also when the list no longer has it.
    const more = value === '' || known ? [] : [{ value, label: value }];
    if (choices.length < 2 && value === '') return null;
    return (
      <NativeSelect
        size="md"
        label={label}
        value={value}
        data={[{ value: '', label: any }, ...more, ...choices]}
        onChange={({ currentTarget }) => choose({ [name]: currentTarget.value })}
        className={classes.field as string}
      />
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
      {select('price', 'Price', 'Any price', free > 0 && paid > 0 ? prices : [])}
      {isNarrowed ? (
        <Button variant="default" onClick={clear} className={classes.clear as string}>
          Clear filters
        </Button>
      ) : null}
    </fieldset>
  );
}
