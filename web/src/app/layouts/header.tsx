import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { Logo } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';
import classes from './header.module.css';
import { LazyAccountMenu } from './lazy-account-menu.tsx';
import { sections } from './site-sections.ts';

export function Header() {
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const isAuthPage = pathname.startsWith('/auth/');
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to={paths.home.href()} className={classes.logo}>
          <Logo size={26} label="Ringside, home" />
        </Link>
        <nav className={classes.nav} aria-label="Main">
          {sections.map(({ label, href }) => (
            <Link key={href} to={href} className={classes.link}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.account}>
          {isLoggedIn || isAuthPage ? null : (
            <Button component={Link} to={paths.login.href(`${pathname}${search}`)} size="sm">
              Sign in
            </Button>
          )}
          <LazyAccountMenu />
        </div>
      </div>
    </header>
  );
}
