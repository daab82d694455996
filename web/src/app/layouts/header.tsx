import { Button } from '@mantine/core';
import { Link, NavLink, useLocation } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './header.module.css';
import { HeaderSearch } from './header-search.tsx';
import { LazyAccountMenu } from './lazy-account-menu.tsx';
import { sections } from './site-sections.ts';
import { useLiveLink } from './use-live-link.ts';

export function Header() {
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const isAuthPage = pathname.startsWith('/auth/');
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <NavLink to={paths.home.href()} end className={classes.logo as string}>
          <Logo size={26} label="Ringside, home" />
        </NavLink>
        <nav className={classes.nav} aria-label="Main">
          {sections.map(({ label, href }) => (
            <NavLink key={href} to={href} className={classes.link as string}>
              {label}
            </NavLink>
          ))}
          <LiveLink />
        </nav>
        <div className={classes.account}>
          <HeaderSearch />
          {isLoggedIn || isAuthPage ? null : (
            <Button
              component={Link}
              to={paths.login.href(`${pathname}${search}`)}
              size="sm"
              className={classes.signIn}
            >
              Sign in
            </Button>
          )}
          <LazyAccountMenu />
        </div>
      </div>
    </header>
  );
}

/** It stands last, so that nothing moves when it appears. */
function LiveLink() {
  const href = useLiveLink();
  if (!href) return null;
  // A part of the home page is no page of its own.
  const Anchor = href.includes('#') ? Link : NavLink;
  return (
    <Anchor to={href} className={`${classes.link} ${classes.live}`}>
      <span className={classes.dot} aria-hidden />
      Live now
    </Anchor>
  );
}
