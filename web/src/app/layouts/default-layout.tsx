import { Outlet } from 'react-router';
import { Corner } from '../../ui/corner.tsx';
import classes from './default-layout.module.css';
import { Header } from './header.tsx';
import { OfflineHint } from './offline-hint.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SkipLink } from './skip-link.tsx';

export function DefaultLayout() {
  return (
    <div className={classes.layout}>
      <SkipLink />
      <Header />
      <OfflineHint />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <SiteFooter />
      <Corner />
    </div>
  );
}
