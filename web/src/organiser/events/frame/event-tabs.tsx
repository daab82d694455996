import { useEffect, useRef } from 'react';
import { NavLink, useLocation, useMatches } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import classes from './event-frame.module.css';

const tabs = [
  { label: 'Overview', page: adminPaths.event },
  { label: 'Blocks', page: adminPaths.eventBlocks },
  { label: 'Card', page: adminPaths.eventCard },
  { label: 'Images', page: adminPaths.eventImages },
  { label: 'Location', page: adminPaths.eventLocation },
  { label: 'Access', page: adminPaths.eventAccesses },
  { label: 'Sales', page: adminPaths.eventSales },
  { label: 'Outages', page: adminPaths.eventOutages },
  { label: 'Live desk', page: adminPaths.eventDesk },
  { label: 'Settings', page: adminPaths.eventSettings },
];

/** The pages that the frame holds, as its route says in its `handle`. */
export interface EventFrameHandle {
  eventPages: readonly { path: string; needs: readonly string[] }[];
}

/** Links to the pages of an event that the user may open; they scroll sideways on a phone. */
export function EventTabs({ eventId }: { eventId: string }) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const { permissions } = useSession();
  const pages = usePages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab of the page comes into view when the path changes.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3;
  }, [pathname]);
  const shown = tabs.filter(({ page }) =>
    pages.some(({ path, needs }) => path === page.pattern && holdsAll(permissions, needs)),
  );
  return (
    <nav aria-label="Event">
      <ul ref={list} className={classes.tabs}>
        {shown.map(({ label, page }) => (
          <li key={label}>
            <NavLink to={page.href(eventId)} end className={classes.tab as string}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function usePages() {
  const handles = useMatches().map(({ handle }) => handle as Partial<EventFrameHandle> | undefined);
  return handles.find((handle) => handle?.eventPages)?.eventPages ?? [];
}
