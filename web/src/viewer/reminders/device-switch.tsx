import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { native } from '../../native.ts';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { type DevicePush, useDevicePush, useSwitchDevicePush } from './device.queries.ts';
import { askPermission } from './device-push.ts';
import own from './notifications-page.module.css';

type Fault = 'refused' | 'unreachable';

const faults: Record<Fault, string> = {
  refused: 'Your browser was not allowed to show notifications, so this stays off.',
  unreachable:
    'Your browser cannot get messages now: it has no push service, or cannot reach it. Try again later.',
};

const appFaults: Record<Fault, string> = {
  refused: 'Ringside was not allowed to show notifications, so this stays off.',
  unreachable: 'This device cannot get notifications now. Check its network, and try again later.',
};

/** Notifications of this device (rules 42.12 and 40.23). */
export function DeviceSwitch() {
  const push = useDevicePush();
  return <Loaded query={push}>{(given) => <OnThisDevice push={given} />}</Loaded>;
}

function OnThisDevice({ push: { support, isOn, publicKey } }: { push: DevicePush }) {
  const { mutateAsync, isPending } = useSwitchDevicePush();
  const [fault, setFault] = useState<Fault>();
  const { isNative } = native();

  async function press(wanted: boolean) {
    setFault(undefined);
    // First of all: a browser asks only as the answer to a press.
    const isAllowed = !wanted || (await askPermission());
    if (!isAllowed) setFault('refused');
    try {
      const outcome = await mutateAsync({ isOn: wanted && isAllowed, publicKey });
      if (outcome === 'unreachable') setFault(outcome);
    } catch {
      // The problem was shown.
    }
  }

  return (
    <>
      <Switch
        size="md"
        label="On this device, until you sign out"
        classNames={{ track: own.track }}
        checked={isOn}
        disabled={support !== 'possible' || isPending}
        onChange={({ currentTarget }) => void press(currentTarget.checked)}
      />
      {support === 'unsupported' ? (
        <p className={classes.message}>
          This browser cannot show notifications of a site. On an iPhone or iPad, add Ringside to the Home
          Screen first, and open it from there.
        </p>
      ) : null}
      {support === 'unavailable' ? (
        <p className={classes.message}>
          Notifications of this app are not available here. Reminders come by mail.
        </p>
      ) : null}
      {support === 'blocked' ? (
        <p className={classes.message}>
          {isNative
            ? 'Notifications of Ringside are switched off on this device. Allow them in its settings, and switch them on here.'
            : 'Notifications of this site are blocked in your browser. Allow them in its settings, and switch them on here.'}
        </p>
      ) : null}
      {fault && support === 'possible' ? (
        <p className={classes.message} role="alert">
          {(isNative ? appFaults : faults)[fault]}
        </p>
      ) : null}
    </>
  );
}
