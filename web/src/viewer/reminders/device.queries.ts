import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { done } from '../../api/done.ts';
import { native } from '../../native.ts';
import { isAllowed, type PushSupport, readBrowserPush, subscribe, unsubscribe } from './device-push.ts';

const path = '/api/v1/reminders/push';
const appPath = '/api/v1/reminders/push/app';
/** The settings of the browser, and a sign-out elsewhere, change it without a word. */
const fresh = { staleTime: 0, meta: { showsProblem: true } } as const;
const deviceOptions = {
  queryKey: ['push of this device'],
  queryFn: async (): Promise<DevicePush> => {
    const { support, endpoint } = await readBrowserPush();
    if (support !== 'possible') return { support, isOn: false, publicKey: '' };
    const { data } = await done(api.GET(path));
    const { publicKey = '', appServices = [], endpoint: address = null, token = null } = data ?? {};
    const { push } = native();
    if (push && !appServices.includes(push.service))
      return { support: 'unavailable', isOn: false, publicKey };
    // The browser has renewed or dropped what the server knows (docs/product.md, 42.23).
    const isLost = !push && address !== null && endpoint !== address && isAllowed();
    const isOn = isLost
      ? await storeSubscription(publicKey).catch(() => false)
      : endpoint !== null && endpoint === (push ? token : address);
    return { support, isOn, publicKey };
  },
  ...fresh,
};

/** @returns false when the browser cannot reach its push service. */
async function storeSubscription(publicKey: string): Promise<boolean> {
  const subscription = await subscribe(publicKey);
  if (subscription) await done(api.PUT(path, { body: subscription }));
  return subscription !== undefined;
}

/** Stores the browser's subscription if it is another one than the server has. */
export async function renewDevicePush(client: QueryClient): Promise<void> {
  if (isAllowed()) await client.fetchQuery(deviceOptions);
}

export interface DevicePush {
  support: PushSupport;
  /** Browser or app, and the server, know the same subscription. */
  isOn: boolean;
  publicKey: string;
}

export function useDevicePush() {
  return useQuery({ ...deviceOptions, refetchOnWindowFocus: 'always' });
}

/** As it is now. */
export function readDevicePush(client: QueryClient): Promise<DevicePush> {
  return client.fetchQuery(deviceOptions);
}

/** Resolves with `unreachable` when the browser cannot reach its push service. */
export function useSwitchDevicePush() {
  const client = useQueryClient();
  const { queryKey } = deviceOptions;
  return useMutation({
    scope: { id: 'push of this device' },
    mutationFn: async ({ isOn, publicKey }: Pick<DevicePush, 'isOn' | 'publicKey'>) => {
      if (!isOn) {
        await done(api.DELETE(path));
        await unsubscribe();
        return 'switched' as const;
      }
      const { push } = native();
      if (push) {
        const body = await push.subscribe();
        if (body === undefined) return 'unreachable' as const;
        await done(api.PUT(appPath, { body }));
        return 'switched' as const;
      }
      return (await storeSubscription(publicKey)) ? ('switched' as const) : ('unreachable' as const);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
