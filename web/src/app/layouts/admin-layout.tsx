import { Link, Outlet } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';
import classes from './admin-layout.module.css';
import { LazyAccountMenu } from './lazy-account-menu.tsx';
import { SkipLink } from './skip-link.tsx';

export function AdminLayout() {
  return (
    <div className={classes.layout}>
      <SkipLink />
      <header className={classes.header}>
        <div className={classes.inner}>
          <Link to={paths.admin.href()} className={classes.logo}>
            <Logo size={26} label="Ringside admin area" />
            <span className={classes.area}>Admin</span>
          </Link>
          <div className={classes.account}>
            <Link to={paths.home.href()} className={classes.site}>
              View site
            </Link>
            <LazyAccountMenu />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
