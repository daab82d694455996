import { searchedWords, withoutControls } from '@ringside/rules/home-lists';
import { useSearchParams } from 'react-router';
import type { CompetitionFilter } from './finding.queries.ts';

const textLimit = 255;
/** Nothing has as many pages. */
const pageLimit = 100_000;

export type Choice = 'q' | 'when' | 'year' | 'city' | 'price';

const patterns: Partial<Record<Choice, RegExp>> = { year: /^\d{4}$/, price: /^(?:free|paid)$/ };

/** The state of a list of competitions, held by its address: it survives Back, a reload and being sent to a friend. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams();
  /** The value in the address; empty if there is none, or one that is not allowed. */
  const chosen = (name: Choice) => {
    const text = withoutControls(search.get(name) ?? '').slice(0, textLimit);
    return patterns[name]?.test(text) === false ? '' : text;
  };
  const [year, city, price] = [chosen('year'), chosen('city'), chosen('price')];
  const filter: CompetitionFilter = {
    ...(year === '' ? {} : { year: { eq: Number(year) } }),
    ...(city === '' ? {} : { 'location.cityName': { eq: city } }),
    ...(price === '' ? {} : { isFree: { eq: price === 'free' } }),
  };

  /** Every change goes back to the first page. Typing replaces the entry of the history, a choice adds one. */
  function choose(changes: Partial<Record<Choice, string>>, { replace = false } = {}) {
    const next = new URLSearchParams(search);
    next.delete('page');
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name);
    setSearch(next, { replace, preventScrollReset: true });
  }

  return {
    q: searchedWords(search),
    chosen,
    filter,
    isNarrowed: Object.keys(filter).length > 0,
    page: Math.min(pageLimit, Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1)),
    choose,
    clear: () => choose({ year: '', city: '', price: '' }),
    /** The address of another page of the same list. */
    hrefOf(page: number) {
      const next = new URLSearchParams(search);
      page > 1 ? next.set('page', String(page)) : next.delete('page');
      return `?${next}`;
    },
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
