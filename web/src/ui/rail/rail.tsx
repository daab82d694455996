import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import classes from './rail.module.css';

interface Props {
  /** For links to this section. */
  id: string;
  title: string;
  /** The page with everything of which the rail shows the first. */
  all?: { href: string; label: string } | undefined;
  children: ReactNode;
}

/** A row of cards that scrolls sideways: by swipe, by wheel, by the two buttons, and to the card that gets the focus. */
export function Rail({ id, title, all, children }: Props) {
  const { track, canGoBack, canGoOn, goBack, goOn } = useTrack();
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.rail}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        {all ? (
          <Link to={all.href} className={classes.all}>
            {all.label}
          </Link>
        ) : null}
        {canGoBack || canGoOn ? (
          <div className={classes.buttons}>
            <ActionIcon aria-label={`${title}: back`} disabled={!canGoBack} onClick={goBack}>
              <IconChevronLeft size={22} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={`${title}: on`} disabled={!canGoOn} onClick={goOn}>
              <IconChevronRight size={22} aria-hidden />
            </ActionIcon>
          </div>
        ) : null}
      </div>
      <ul ref={track} className={classes.track}>
        {Children.map(children, (child) => (child ? <li className={classes.item}>{child}</li> : null))}
      </ul>
    </section>
  );
}

/** A pixel that rounding leaves over is no way to go. */
const leftOverPx = 2;

function useTrack() {
  const track = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ canGoBack: false, canGoOn: false });
  useEffect(() => {
    const list = track.current;
    if (!list) return;
    const look = () => {
      const canGoBack = list.scrollLeft > leftOverPx;
      const canGoOn = list.scrollLeft + list.clientWidth < list.scrollWidth - leftOverPx;
      setEnds((was) =>
        was.canGoBack === canGoBack && was.canGoOn === canGoOn ? was : { canGoBack, canGoOn },
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, []);
  const scroll = (direction: 1 | -1) => {
    const list = track.current;
    list?.scrollBy({ left: direction * list.clientWidth * 0.9, behavior: 'smooth' });
  };
  return { track, ...ends, goBack: () => scroll(-1), goOn: () => scroll(1) };
}

/** A rail while it loads, as high as one with cards. */
export function RailSkeleton({ title }: { title: string }) {
  return (
    <div className={classes.rail} aria-busy>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
      </div>
      <div className={classes.track} aria-hidden>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className={`${classes.item} ${classes.empty}`} />
        ))}
      </div>
    </div>
  );
}
