import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from './newer-older.module.css';

interface Props {
  page: number;
  total: number;
  pageSize: number;
  /** The address of the list; further pages have `?page=`. */
  href: string;
}

/** Pages of a list that begins with the newest. Links, so that Back and a new tab work. */
export function NewerOlder({ page, total, pageSize, href }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  const to = (next: number) => (next === 1 ? href : `${href}?page=${next}`);
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {page > 1 ? (
        <Button component={Link} to={to(Math.min(page - 1, last))} variant="default">
          Newer
        </Button>
      ) : null}
      <span className="tabular">{`Page ${page} of ${last}`}</span>
      {page < last ? (
        <Button component={Link} to={to(page + 1)} variant="default">
          Older
        </Button>
      ) : null}
    </nav>
  );
}
