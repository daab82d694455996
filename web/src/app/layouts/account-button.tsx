import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconMenu2, IconUserFilled } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../../identity/sessions/use-session.ts';

type Props = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>;

export function AccountButton(props: Props) {
  const { isLoggedIn, name } = useSession();
  const Icon = isLoggedIn ? IconUserFilled : IconMenu2;
  return (
    <ActionIcon
      variant="default"
      radius="50%"
      aria-label={isLoggedIn ? `Account: ${name}` : 'Menu'}
      aria-haspopup="menu"
      {...props}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
