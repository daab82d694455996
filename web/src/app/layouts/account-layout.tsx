import {
  IconBell,
  IconDeviceTv,
  IconHistory,
  IconShieldLock,
  IconTicket,
  IconUserCircle,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { paths } from '../../paths.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import classes from './account-layout.module.css';

const pages = [
  { label: 'Profile', href: paths.profile.href(), Icon: IconUserCircle },
  { label: 'My tickets', href: paths.tickets.href(), Icon: IconTicket },
  { label: 'History', href: paths.history.href(), Icon: IconHistory },
  { label: 'Notifications', href: paths.notifications.href(), Icon: IconBell },
  { label: 'Devices that watch', href: paths.devices.href(), Icon: IconDeviceTv },
  { label: 'Sign-in and security', href: paths.security.href(), Icon: IconShieldLock },
];

/** The pages of the viewer's account, with the way from one to the other. */
export function AccountLayout() {
  return (
    <div className={classes.layout}>
      <LeaveGuard />
      <div className={classes.side}>
        <Owner />
        <Pages />
      </div>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}

/** Whose account it is, because several people may use one browser. */
function Owner() {
  const { name, email } = useSession();
  return (
    <p className={classes.owner}>
      <span className={classes.name}>{name}</span>
      {name === email ? null : <span className={classes.email}>{email}</span>}
    </p>
  );
}

/** On small screens a strip that scrolls sideways; the page that is open is in sight. */
function Pages() {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another link.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !current) return;
    // Not scrollIntoView, which would move the page too.
    strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={strip} aria-label="Account" className={classes.nav}>
      {pages.map(({ label, href, Icon }) => (
        <NavLink key={href} to={href} className={classes.link}>
          <Icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
