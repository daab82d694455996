import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconUserFilled } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../../identity/sessions/use-session.ts';

export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const { isLoggedIn, name } = useSession();
  const Icon = isLoggedIn ? IconUserFilled : IconMenu2;
  return (
    <ActionIcon
      variant="default"
      aria-label={isLoggedIn ? `Account: ${name}` : 'Menu'}
      aria-haspopup="menu"
      {...props}
      radius="50%"
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
