import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { locales } from '../../../ui/locales.ts';
import { countOf, type ListOf, type ListOperation } from './list.ts';
import classes from './pager.module.css';
import type { ListState } from './use-list-query.ts';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
  total: number;
}

/** The pages as real links, which open in a new tab and come back with Back. */
export function Pager<K extends ListOperation>({ list, state, total }: Props<K>) {
  const { page, limit } = state;
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1 && page === 1) return null;
  const first = (page - 1) * limit + 1;
  const shown =
    first > total
      ? 'None'
      : `${first.toLocaleString(locales)} to ${Math.min(total, page * limit).toLocaleString(locales)}`;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span className="tabular">
        {shown} of {countOf(total, list.noun)}
      </span>
      <span className={classes.links}>
        <PageLink page={Math.min(page - 1, last)} isPossible={page > 1} label="Previous page">
          <IconChevronLeft size={20} aria-hidden />
        </PageLink>
        <PageLink page={page + 1} isPossible={page < last} label="Next page">
          <IconChevronRight size={20} aria-hidden />
        </PageLink>
      </span>
    </nav>
  );
}

interface PageLinkProps {
  page: number;
  isPossible: boolean;
  label: string;
  children: React.ReactNode;
}

function PageLink({ page, isPossible, label, children }: PageLinkProps) {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  page === 1 ? address.delete('page') : address.set('page', String(page));
  if (!isPossible) {
    return (
      <Button variant="default" px="sm" disabled aria-label={label}>
        {children}
      </Button>
    );
  }
  return (
    <Button component={Link} to={`${pathname}?${address}`} variant="default" px="sm" aria-label={label}>
      {children}
    </Button>
  );
}
