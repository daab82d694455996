import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { confirm } from '../../ui/dialogs/confirm-dialog.tsx';
import { formatDate, formatDateTime, formatTime } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { useDevices, useEndDevice, useEndDevices } from './security.queries.ts';

type Device = components['schemas']['LoginSession'];

export function DevicesSection() {
  const devices = useDevices();
  return (
    <Section title="Signed-in devices" lead="Sign out a device that you no longer use, or do not know.">
      <Loaded query={devices}>
        {({ data }) => (
          <>
            <ul className={classes.list}>
              {data.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
            <SignOutOthers others={data.filter(({ isCurrent }) => !isCurrent)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const end = useEndDevice();
  const seen = useClock((now) => seenWords(device, now));
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <strong className={classes.name}>{device.deviceName}</strong>
        <span className={classes.meta}>{seen}</span>
      </div>
      {device.isCurrent ? null : (
        <Button
          variant="default"
          aria-label={`Sign out ${device.deviceName}`}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { path: { sessionId: device.id } } })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** For one other device its own button is enough. */
function SignOutOthers({ others }: { others: readonly Device[] }) {
  const { mutate, isPending } = useEndDevices();
  if (others.length < 2) return null;
  async function ask() {
    const isConfirmed = await confirm({
      title: 'Sign out all other devices?',
      description: `${others.length} devices are signed out, and what plays on them stops. This device stays signed in.`,
    });
    if (!isConfirmed) return;
    mutate(
      others.map(({ id }) => id),
      { onSuccess: (left) => showToast(resultOf(others.length, left)) },
    );
  }
  return (
    <Button variant="default" className={classes.action} loading={isPending} onClick={() => void ask()}>
      Sign out all other devices
    </Button>
  );
}

function resultOf(asked: number, left: number): Parameters<typeof showToast>[0] {
  if (left === 0) return { title: 'All other devices are signed out', tone: 'success' };
  return {
    title: `${left} of ${asked} devices are still signed in`,
    description: 'Try again in a moment.',
    tone: 'error',
  };
}

/** When it was last used; when it signed in only if that was at another time. Pure. */
function seenWords({ isCurrent, lastUsedAt, createdAt }: Device, now: number) {
  const signedIn = momentWords(createdAt, now);
  if (isCurrent) return `This device · signed in ${signedIn}`;
  const used = momentWords(lastUsedAt, now);
  return used === signedIn ? `Last used ${used}` : `Last used ${used} · signed in ${signedIn}`;
}

/** "today, 16:07", or with the date. */
function momentWords(instant: string, now: number) {
  return formatDate(instant) === formatDate(now) ? `today, ${formatTime(instant)}` : formatDateTime(instant);
}
