import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { MediaError } from '../../../media/media-error.tsx';
import { useWatchingDevices } from '../../playback/playback.queries.ts';
import { sinceWords, WatchingDeviceRow } from '../../playback/watching-device.tsx';
import classes from './device-choice.module.css';

/** A user watches on this many devices at the same time (docs/product.md, 14.1). */
const deviceLimit = 2;
const refusal = 'Two devices are still watching. Stop one of them to watch here.';

interface Props {
  /** Watches here; with the id of a playback session, in its place. */
  onWatch: (inPlaceOf?: string) => void;
  /** True until the server has answered the last choice. */
  isAsking: boolean;
}

/**
 * At the limit of devices the viewer chooses: nothing else stops a device (docs/product.md, 30.3). The list follows
 * the devices, so that it says when a place is free.
 */
export function DeviceChoice({ onWatch, isAsking }: Props) {
  const { data, refetch } = useWatchingDevices();
  const others = data?.data.filter(({ isCurrent }) => !isCurrent) ?? [];
  const isFull = others.length >= deviceLimit;
  const list = useRef<HTMLUListElement>(null);
  const [chosenId, setChosenId] = useState<string>();
  const [wasAsked, setWasAsked] = useState(false);
  const isRefused = wasAsked && !isAsking && isFull;

  function watch(inPlaceOf?: string) {
    setWasAsked(true);
    setChosenId(inPlaceOf);
    onWatch(inPlaceOf);
  }

  useEffect(() => {
    if (!wasAsked || isAsking) return;
    list.current?.querySelector('button')?.focus();
    void refetch();
  }, [wasAsked, isAsking, refetch]);

  return (
    <MediaError
      onReload={() => watch()}
      button={{
        variant: isFull ? 'default' : 'filled',
        loading: isAsking && chosenId === undefined,
      }}
    >
      <p role="status" className={classes.refusal}>
        {isRefused ? refusal : null}
      </p>
      {others.length === 0 ? null : (
        <section className={classes.devices} aria-labelledby="watching-devices">
          <h3 id="watching-devices" className={classes.title}>
            {isFull ? 'Your devices that watch now' : 'There is room for this device again'}
          </h3>
          <ul ref={list} className={classes.list}>
            {others.map((device) => (
              <WatchingDeviceRow
                key={device.id}
                device={device}
                action={
                  isFull ? (
                    <Button
                      className={classes.stop}
                      aria-label={`Stop there and watch here: ${device.deviceName}, since ${sinceWords(device.startedAt)}`}
                      loading={isAsking && chosenId === device.id}
                      onClick={() => watch(device.id)}
                    >
                      Stop there and watch here
                    </Button>
                  ) : null
                }
              />
            ))}
          </ul>
        </section>
      )}
    </MediaError>
  );
}
