import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import { type Connection, EventStream, type StreamParts } from './event-stream.ts';

/**
 * Follows a stream while the component is mounted. @returns how its events arrive.
 * @param open another function opens another stream: memoize it.
 */
export function useEventStream(open: () => StreamParts): Connection {
  const [connection] = useState(() => createStore<Connection>('connecting'));
  useEffect(() => {
    const stream = new EventStream(open());
    const report = () => connection.set(stream.connection.get());
    const stop = stream.connection.subscribe(report);
    report();
    return () => {
      stop();
      stream.close();
    };
  }, [open, connection]);
  return useSyncExternalStore(connection.subscribe, connection.get);
}
