import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { LazyAccountMenu } from '../../app/layouts/lazy-account-menu.tsx';
import { OfflineHint } from '../../app/layouts/offline-hint.tsx';
import { SkipLink } from '../../app/layouts/skip-link.tsx';
import { useSite } from '../../app/layouts/use-site.ts';
import { SecondFactorNotice } from '../../identity/security/second-factor-notice.tsx';
import { paths } from '../../paths.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import classes from './admin-layout.module.css';
import { AdminNav } from './admin-nav.tsx';
import { QuietNotice } from './quiet-notice.tsx';

/** The navigation stands at the left; below 1024 px it is in a drawer. */
export function AdminLayout() {
  // Also for the title of the site.
  const site = useSite();
  return (
    <div className={classes.layout}>
      <SkipLink />
      <LeaveGuard />
      <header className={classes.header}>
        <NavDrawer />
        <Link to={paths.admin.href()} className={classes.logo}>
          <Logo size={26} label="Ringside admin area" />
          <span className={classes.area}>Admin</span>
        </Link>
        <div className={classes.account}>
          <PaletteButton />
          <Link to={paths.home.href()} className={classes.site}>
            View site
          </Link>
          <LazyAccountMenu />
        </div>
      </header>
      <OfflineHint />
      <div className={classes.body}>
        <div className={classes.side}>
          <AdminNav />
        </div>
        <main id="content" tabIndex={-1} className={classes.main}>
          <div className={classes.notices}>
            {site?.isQuiet ? <QuietNotice /> : null}
            <SecondFactorNotice withLink />
          </div>
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function NavDrawer() {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the path changes.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <>
      <ActionIcon
        className={classes.menu}
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Admin"
        size="17rem"
        closeButtonProps={{ 'aria-label': 'Close' }}
        styles={{ content: { background: 'var(--surface-0)' }, header: { background: 'var(--surface-0)' } }}
      >
        <AdminNav />
      </Drawer>
    </>
  );
}
