import { IconMenu2, IconUserFilled } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useSession } from '../../identity/sessions/use-session.ts';
import { PlainIconButton } from '../../ui/mantine/plain-button.tsx';

export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const { isLoggedIn, name } = useSession();
  const Icon = isLoggedIn ? IconUserFilled : IconMenu2;
  return (
    <PlainIconButton
      variant="default"
      aria-label={isLoggedIn ? `Account: ${name}` : 'Menu'}
      aria-haspopup="menu"
      {...props}
    >
      <Icon size={20} aria-hidden />
    </PlainIconButton>
  );
}
