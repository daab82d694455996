import { Button } from '@mantine/core';
import { MediaError } from '../../media/media-error.tsx';
import { useWatchingDevices } from '../../playback/playback.queries.ts';
import { sinceWords, WatchingDeviceRow } from '../../playback/watching-device.tsx';
import classes from './device-choice.module.css';

/** A user watches on this many devices at the same time (docs/product.md, 14.1). */
const deviceLimit = 2;

/**
 * At the limit of devices the viewer chooses: nothing else stops a device (docs/product.md, 30.3). The list follows
 * the devices, so that it says when a place is free.
 * @param onWatch watches here; with the id of a playback session, in its place.
 */
export function DeviceChoice({ onWatch }: { onWatch: (inPlaceOf?: string) => void }) {
  const { data } = useWatchingDevices();
  const others = data?.data.filter(({ isCurrent }) => !isCurrent);
  return (
    <MediaError onReload={() => onWatch()}>
      {others === undefined || others.length === 0 ? null : (
        <section className={classes.devices} aria-labelledby="watching-devices">
          <h3 id="watching-devices" className={classes.title}>
            {others.length < deviceLimit
              ? 'There is room for this device again'
              : 'Your devices that watch now'}
          </h3>
          <ul className={classes.list}>
            {others.map((device) => (
              <WatchingDeviceRow
                key={device.id}
                device={device}
                action={
                  others.length < deviceLimit ? null : (
                    <Button
                      variant="default"
                      className={classes.stop}
                      aria-label={`Stop there and watch here: ${device.deviceName}, since ${sinceWords(device.startedAt)}`}
                      onClick={() => onWatch(device.id)}
                    >
                      Stop there and watch here
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        </section>
      )}
    </MediaError>
  );
}
