import { ActionIcon, Menu } from '@mantine/core';
import { IconMenu2, IconUserFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { mayEnterAdmin } from '../identity/permissions.ts';
import type { SessionState } from '../identity/session.ts';
import { useSession } from '../identity/use-session.ts';
import classes from './account-menu.module.css';
import { type ColorMode, setColorMode, useColorMode } from './color-scheme.ts';
import { paths } from './paths.ts';
import { sections } from './site-sections.ts';

const modes: { mode: ColorMode; label: string }[] = [
  { mode: 'light', label: 'Light' },
  { mode: 'dark', label: 'Dark' },
  { mode: 'auto', label: 'System' },
];

/** Account, colour mode and, where the header has no room for them, the site's sections. */
export function AccountMenu() {
  const account = useSession();
  const { isLoggedIn, name } = account;
  const mode = useColorMode();
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" aria-label={isLoggedIn ? `Account: ${name}` : 'Menu'}>
          {isLoggedIn ? <IconUserFilled size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {isLoggedIn ? <AccountItems {...account} /> : <VisitorItems />}
        <div className={classes.narrowOnly}>
          <Menu.Divider />
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
      <Menu.Label>
        <span className={classes.name}>{name}</span>
        {name === email ? null : <span className={classes.email}>{email}</span>}
      </Menu.Label>
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
