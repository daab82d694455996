import { useDebouncedValue } from '@mantine/hooks';
import { withoutControls } from '@ringside/rules/home-lists';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { keyOf } from '../../ui/key-of.ts';
import { findingQueries } from './finding.queries.ts';
import { HitOptions, optionGroups } from './hits/hit-options.tsx';
import { countHits } from './hits/hit-words.ts';
import classes from './search-box.module.css';

/** The suggestions follow when the typing pauses (docs/product.md, 31.4). */
const debounceMs = 200;
const shortest = 2;

/** The search of the header: a combobox whose options are links (ARIA, "Editable Combobox With List Autocomplete"). */
export function SearchBox({ onClose }: { onClose: (returnsFocus: boolean) => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const { q, hits, total, isFailed, isAsking } = useSuggestions(typed);
  useEffect(() => field.current?.focus(), []);

  const all = paths.search.href(typed.trim());
  const groups = hits ? optionGroups(hits) : [];
  const found = groups.flatMap(({ options }) => options.map(({ href }) => href));
  const hrefs = q === '' ? found : [...found, all];
  const optionId = (index: number) => `${listId}-${index}`;

  function go(href: string) {
    onClose(false);
    void navigate(href);
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = keyOf(event.nativeEvent);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined && hrefs.length > 0) {
      event.preventDefault();
      // Before the first option and after the last one is the field itself.
      setChosen((at) => ((at + 1 + step + hrefs.length + 1) % (hrefs.length + 1)) - 1);
    } else if (key === 'Enter') {
      event.preventDefault();
      if (typed.trim() !== '') go(hrefs[chosen] ?? all);
    } else if (key === 'Escape') {
      event.preventDefault();
      if (typed === '') return onClose(true);
      setTyped('');
      setChosen(-1);
    }
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onClose(false);
  }

  const status = statusOf({ q, total, isFailed, isAsking });
  return (
    <search className={classes.box} onBlur={onBlur}>
      <IconSearch size={18} aria-hidden className={classes.icon} />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Search"
        aria-expanded={hrefs.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={255}
        placeholder="Fighter, fight night or place"
        className={classes.field}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        aria-label="Close the search"
        className={classes.close}
        onClick={() => onClose(true)}
      >
        <IconX size={18} aria-hidden />
      </button>
      <div className={classes.popup} hidden={q === '' && hrefs.length === 0}>
        <div id={listId} role="listbox" aria-label="Suggestions" className={classes.options}>
          {q === '' && found.length > 0 ? (
            <p className={classes.hint} role="presentation">
              You might look for
            </p>
          ) : null}
          <HitOptions groups={groups} chosen={chosen} optionId={optionId} onChoose={() => onClose(false)} />
          {q !== '' ? (
            <Link
              id={optionId(found.length)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen === found.length}
              to={all}
              className={`${classes.option} ${classes.all}`}
              onClick={() => onClose(false)}
            >
              {total === 0 ? 'Open the search page' : 'See all results'}
            </Link>
          ) : null}
        </div>
        <p role="status" className={classes.status} data-hidden={found.length > 0 || undefined}>
          {status}
        </p>
      </div>
    </search>
  );
}

function useSuggestions(typed: string) {
  const words = withoutControls(typed).trim();
  const [q] = useDebouncedValue(words, debounceMs);
  const isAsked = q.length >= shortest && words.length >= shortest;
  const isEmpty = words === '';
  const query = useQuery({
    ...findingQueries.hits(isEmpty ? '' : q),
    enabled: isAsked || isEmpty,
    // The suggestions of an empty field are no hits of the first letters.
    placeholderData: (hits, before) => (before?.queryKey[2]?.params?.query?.q === '' ? undefined : hits),
  });
  const hits = isAsked || isEmpty ? query.data : undefined;
  return {
    q: isAsked ? q : '',
    hits,
    total: isAsked && hits ? countHits(hits) : 0,
    isFailed: query.isError || query.isPaused,
    isAsking: query.isFetching,
  };
}

type Status = Pick<ReturnType<typeof useSuggestions>, 'q' | 'total' | 'isFailed' | 'isAsking'>;

function statusOf({ q, total, isFailed, isAsking }: Status) {
  if (q === '') return '';
  if (isFailed) return 'The search cannot be reached. Try again in a moment.';
  if (isAsking && total === 0) return 'Searching…';
  if (total === 0) return `Nothing found for “${q}”`;
  return `${total} ${total === 1 ? 'result' : 'results'}`;
}
