import { useDebouncedValue } from '@mantine/hooks';
import { phaseOf, placeOf } from '@ringside/rules/event-words';
import { withoutControls } from '@ringside/rules/home-lists';
import { IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { LiveBadge } from '../../ui/badges/badges.tsx';
import { keyOf } from '../../ui/key-of.ts';
import { locales } from '../../ui/locales.ts';
import { formatNearDate } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { type CompetitionItem, findingQueries } from './finding.queries.ts';
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
  const { q, items, total, isFailed, isAsking } = useSuggestions(typed);
  useEffect(() => field.current?.focus(), []);

  const all = paths.search.href(typed.trim());
  const hrefs = q === '' ? [] : [...items.map(({ slug }) => paths.competition.href(slug)), all];
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
        placeholder="Fight night, venue or city"
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
      <div className={classes.popup} hidden={q === ''}>
        <div id={listId} role="listbox" aria-label="Suggestions" className={classes.options}>
          {items.map((item, index) => (
            <Option
              key={item.id}
              id={optionId(index)}
              item={item}
              isChosen={index === chosen}
              onChoose={() => onClose(false)}
            />
          ))}
          {hrefs.length > 0 ? (
            <Link
              id={optionId(items.length)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen === items.length}
              to={all}
              className={`${classes.option} ${classes.all}`}
              onClick={() => onClose(false)}
            >
              {allWords(total)}
            </Link>
          ) : null}
        </div>
        <p role="status" className={classes.status} data-hidden={items.length > 0 || undefined}>
          {status}
        </p>
      </div>
    </search>
  );
}

function allWords(total: number) {
  if (total === 0) return 'Open the search page';
  return total === 1 ? 'See 1 result' : `See all ${total.toLocaleString(locales)} results`;
}

interface OptionProps {
  id: string;
  item: CompetitionItem;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ id, item, isChosen, onChoose }: OptionProps) {
  const phase = useClock((now) => phaseOf(item, now));
  const date = useClock((now) => formatNearDate(item.startDate, now));
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Link
      ref={link}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      to={paths.competition.href(item.slug)}
      className={classes.option}
      onClick={onChoose}
    >
      <span className={`display ${classes.name}`}>{item.name}</span>
      <span className={classes.facts}>
        {phase === 'live' ? <LiveBadge /> : null}
        <span>{[date, placeOf(item.location)].filter(Boolean).join(' · ')}</span>
        {phase === 'past' ? <span>· Replay</span> : null}
      </span>
    </Link>
  );
}

function useSuggestions(typed: string) {
  const words = withoutControls(typed).trim();
  const [q] = useDebouncedValue(words, debounceMs);
  const isAsked = q.length >= shortest && words.length >= shortest;
  const query = useQuery({
    ...findingQueries.suggestions(q),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const isShown = isAsked && data !== undefined;
  return {
    q: isAsked ? q : '',
    items: isShown ? data.data : [],
    total: isShown ? data.total : 0,
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
