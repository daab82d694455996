import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { mayEnterAdmin } from '../../identity/sessions/permissions.ts';
import type { SessionState } from '../../identity/sessions/session.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { askToInstall, installPrompt } from '../../installing/install-prompt.ts';
import { paths } from '../../paths.ts';
import type { ColorMode } from '../scheme/color-mode.ts';
import { setColorMode, useColorMode } from '../scheme/color-scheme.ts';
import { AccountButton } from './account-button.tsx';
import classes from './account-menu.module.css';
import { sections } from './site-sections.ts';
import { useLiveLink } from './use-live-link.ts';

const modes: { mode: ColorMode; label: string }[] = [
  { mode: 'light', label: 'Light' },
  { mode: 'dark', label: 'Dark' },
  { mode: 'auto', label: 'System' },
];

/**
 * Account, colour mode and, where the header has no room for them, the sections of the site. It replaces the button
 * that loaded it, so it opens at once and moves the focus to its own button.
 */
export function AccountMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, []);
  const account = useSession();
  const { isLoggedIn } = account;
  const mode = useColorMode();
  const live = useLiveLink();
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get);
  return (
    <Menu position="bottom-end" width={256} withinPortal={false} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {isLoggedIn ? <AccountItems {...account} /> : <VisitorItems />}
        <div className={classes.narrowOnly} role="none">
          <Menu.Divider />
          {live ? (
            <Menu.Item component={Link} to={live}>
              Live now
            </Menu.Item>
          ) : null}
          {sections.map(({ label, href }) => (
            <Menu.Item key={href} component={Link} to={href}>
              {label}
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Label>Colour mode</Menu.Label>
        <Menu.RadioGroup value={mode} onChange={(next) => setColorMode(next as ColorMode)}>
          {modes.map((each) => (
            <Menu.RadioItem key={each.mode} value={each.mode}>
              {each.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {prompt ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={askToInstall}>Install Ringside</Menu.Item>
          </>
        ) : null}
        {isLoggedIn ? (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to={paths.logout.href()}>
              Sign out
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function AccountItems({ name, email, permissions }: SessionState) {
  return (
    <>
      <Menu.Label className={classes.owner}>
        <span className={classes.name}>{name}</span>
        {name === email ? null : <span className={classes.email}>{email}</span>}
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item component={Link} to={paths.profile.href()}>
        Profile
      </Menu.Item>
      <Menu.Item component={Link} to={paths.tickets.href()}>
        My tickets
      </Menu.Item>
      <Menu.Item component={Link} to={paths.history.href()}>
        History
      </Menu.Item>
      <Menu.Item component={Link} to={paths.notifications.href()}>
        Notifications
      </Menu.Item>
      <Menu.Item component={Link} to={paths.devices.href()}>
        Devices that watch
      </Menu.Item>
      <Menu.Item component={Link} to={paths.security.href()}>
        Sign-in and security
      </Menu.Item>
      {mayEnterAdmin(permissions) ? (
        <Menu.Item component={Link} to={paths.admin.href()}>
          Admin area
        </Menu.Item>
      ) : null}
    </>
  );
}

function VisitorItems() {
  return (
    <>
      <Menu.Item component={Link} to={paths.login.href()}>
        Sign in
      </Menu.Item>
      <Menu.Item component={Link} to={paths.register.href()}>
        Create an account
      </Menu.Item>
    </>
  );
}
