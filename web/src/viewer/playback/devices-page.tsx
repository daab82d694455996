import { Button } from '@mantine/core';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/state-panel.tsx';
import { useStopWatchingDevice, useWatchingDevices, type WatchingDevice } from './playback.queries.ts';
import { WatchingDeviceRow } from './watching-device.tsx';

const limit = 'Your account can play on two devices at the same time.';

/** The devices that play now, each with a way to stop it. */
export default function DevicesPage() {
  const devices = useWatchingDevices();
  return (
    <div className={classes.page}>
      <PageTitle>Devices that watch</PageTitle>
      <h1 className={classes.title}>Devices that watch</h1>
      {devices.data?.data.length === 0 ? (
        <EmptyState title="No device is watching">
          {`What plays is listed here, with a way to stop it. ${limit}`}
        </EmptyState>
      ) : (
        <Section title="Watching now" lead={limit}>
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
      )}
    </div>
  );
}

function DeviceRow({ device }: { device: WatchingDevice }) {
  const stop = useStopWatchingDevice();
  const label = device.isCurrent ? 'Stop here' : 'Stop there';
  return (
    <WatchingDeviceRow
      device={device}
      action={
        <Button
          variant="default"
          aria-label={`${label}: ${device.deviceName}`}
          loading={stop.isPending}
          onClick={() => stop.mutate({ params: { path: { sessionId: device.id } } })}
        >
          {label}
        </Button>
      }
    />
  );
}
