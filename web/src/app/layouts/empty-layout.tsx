import { Link, Outlet } from 'react-router';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './empty-layout.module.css';

/** Only the logo and the page; used by the sign-in pages of the admin area. */
export function EmptyLayout() {
  return (
    <div className={classes.layout}>
      <Link to={paths.home.href()} className={classes.logo}>
        <Logo size={28} label="Ringside, home" />
      </Link>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
