import { Outlet } from 'react-router';
import classes from './default-layout.module.css';
import { Header } from './header.tsx';
import { SkipLink } from './skip-link.tsx';

export function DefaultLayout() {
  return (
    <div className={classes.layout}>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <span>Ringside: kickboxing, live and on demand.</span>
        <a href="/docs">API</a>
      </footer>
    </div>
  );
}
