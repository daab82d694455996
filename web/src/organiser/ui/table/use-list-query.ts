import { useSearchParams } from 'react-router';
import type { Field, Filter, ListOf, ListOperation, Order } from './list.ts';

const defaultPageSize = 25;
/** The contract takes no larger offsets; nothing has as many pages. */
const pageLimit = 10_000_000;

type Change = Partial<Record<string, string>>;

/**
 * The state of a list, held by the address: filters, order, page and columns. Filters replace the entry of the history,
 * pages add one.
 */
export function useListQuery<K extends ListOperation>(list: ListOf<K>) {
  const [search, setSearch] = useSearchParams();
  const limit = list.pageSize ?? defaultPageSize;
  const page = Math.min(pageLimit, Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1));
  const order = orderIn(search, list);
  const filter = filterIn(search, list);
  const q = list.search ? (search.get('q') ?? '').trim() : '';
  const isFiltered = Object.keys(filter).length > 0 || q !== '';

  /** An empty text leaves the address; every change but the page's own goes back to the first page. */
  function change(next: Change) {
    const isPaging = 'page' in next;
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now);
        if (!isPaging) changed.delete('page');
        for (const [key, value] of Object.entries(next))
          value ? changed.set(key, value) : changed.delete(key);
        return changed;
      },
      { replace: !isPaging, preventScrollReset: !isPaging },
    );
  }

  function clear() {
    change(Object.fromEntries([...Object.keys(list.filters), 'q'].map((key) => [key, ''])));
  }

  const whole = { ...list.scope, ...filter } as Filter<K>;
  const query = {
    ...(Object.keys(whole).length > 0 ? { filter: whole } : {}),
    ...(order ? { order: [order] } : {}),
    ...(q ? { q: q.slice(0, 255) } : {}),
    limit,
    offset: (page - 1) * limit,
  };
  return { search, query, page, limit, order, isFiltered, change, clear };
}

export type ListState<K extends ListOperation> = ReturnType<typeof useListQuery<K>>;

function orderIn<K extends ListOperation>(search: URLSearchParams, list: ListOf<K>) {
  const wanted = search.get('order');
  const known = list.columns.flatMap(({ order }) => (order ? [order, `-${order}`] : []));
  return (wanted && known.includes(wanted) ? wanted : list.firstOrder) as Order<K> | undefined;
}

function filterIn<K extends ListOperation>(search: URLSearchParams, list: ListOf<K>) {
  const filter: Record<string, unknown> = {};
  for (const field of Object.keys(list.filters) as Field<K>[]) {
    const condition = list.filters[field]?.toCondition(search.get(field) ?? '');
    if (condition) filter[field] = condition;
  }
  return filter as Filter<K>;
}
