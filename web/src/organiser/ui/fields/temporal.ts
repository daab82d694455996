import { useEffect, useState } from 'react';

export type TemporalApi = typeof Temporal;

let loaded: TemporalApi | undefined = (globalThis as { Temporal?: TemporalApi }).Temporal;

/** The browser's own Temporal, or the polyfill in a browser without it. */
export async function loadTemporal(): Promise<TemporalApi> {
  loaded ??= (await import('temporal-polyfill')).Temporal as unknown as TemporalApi;
  return loaded;
}

/** Temporal; undefined until it is loaded. */
export function useTemporal() {
  const [temporal, setTemporal] = useState(() => loaded);
  useEffect(() => {
    if (temporal) return;
    let isMounted = true;
    void loadTemporal().then((api) => {
      if (isMounted) setTemporal(() => api);
    });
    return () => {
      isMounted = false;
    };
  }, [temporal]);
  return temporal;
}
