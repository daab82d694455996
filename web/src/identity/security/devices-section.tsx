import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { formatDateTime } from '../../ui/time/time.ts';
import { useDevices, useEndDevice } from './security.queries.ts';

type Device = components['schemas']['LoginSession'];

export function DevicesSection() {
  const devices = useDevices();
  return (
    <Section title="Signed-in devices" lead="Sign out a device that you no longer use, or do not know.">
      <Loaded query={devices}>
        {({ data }) => (
          <ul className={classes.list}>
            {data.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const end = useEndDevice();
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <strong className={classes.name}>{device.deviceName}</strong>
        <span className={classes.meta}>
          {device.isCurrent ? 'This device' : `Last used ${formatDateTime(device.lastUsedAt)}`}, signed in{' '}
          {formatDateTime(device.createdAt)}
        </span>
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
