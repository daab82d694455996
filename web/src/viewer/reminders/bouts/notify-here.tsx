import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDevicePush, useSwitchDevicePush } from '../device.queries.ts';
import { askPermission } from '../device-push.ts';
import classes from './tell-me.module.css';

/** Switches the notifications of this device on. @param props.onSwitched is called when they are. */
export function NotifyHere({ onSwitched }: { onSwitched: () => void }) {
  const { data } = useDevicePush();
  const { mutateAsync, isPending } = useSwitchDevicePush();
  const [isRefused, setIsRefused] = useState(false);

  async function press() {
    // First of all: a browser asks only as the answer to a press.
    const isAllowed = await askPermission();
    const outcome =
      isAllowed && data
        ? await mutateAsync({ isOn: true, publicKey: data.publicKey }).catch(() => 'unreachable' as const)
        : 'unreachable';
    if (outcome === 'switched') onSwitched();
    else setIsRefused(true);
  }

  if (isRefused)
    return (
      <div role="alert">
        Notifications are not possible on this device now. Your account has the settings.
      </div>
    );
  return (
    <Button
      variant="default"
      size="sm"
      className={classes.here}
      loading={isPending}
      onClick={() => void press()}
    >
      Switch them on
    </Button>
  );
}
