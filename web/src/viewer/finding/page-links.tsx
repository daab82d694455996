import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pageSize } from './finding.queries.ts';
import classes from './page-links.module.css';

interface Props {
  page: number;
  total: number;
  hrefOf: (page: number) => string;
}

/** Links to the first, the neighbouring and the last page; nothing when there is one page. */
export function PageLinks({ page, total, hrefOf }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1) return null;
  const near = [page - 1, page, page + 1].filter((each) => each > 1 && each < last);
  const shown = [...new Set([1, ...near, last])];
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {page > 1 ? (
        <Link to={hrefOf(page - 1)} rel="prev" className={classes.link} aria-label="Previous page">
          <IconChevronLeft size={20} aria-hidden />
        </Link>
      ) : null}
      {shown.map((each, index) => (
        <span key={each} className={classes.place}>
          {each - (shown[index - 1] ?? 0) > 1 ? <span className={classes.gap}>…</span> : null}
          <Link
            to={hrefOf(each)}
            className={`${classes.link} tabular`}
            aria-label={`Page ${each}`}
            aria-current={each === page ? 'page' : undefined}
          >
            {each}
          </Link>
        </span>
      ))}
      {page < last ? (
        <Link to={hrefOf(page + 1)} rel="next" className={classes.link} aria-label="Next page">
          <IconChevronRight size={20} aria-hidden />
        </Link>
      ) : null}
    </nav>
  );
}
