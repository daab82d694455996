// @vitest-environment jsdom
import type { ConnectionStatus } from '@capacitor/network';
import { expect, test, vi } from 'vitest';
import { followNetwork } from './network.ts';

const device = vi.hoisted(() => ({
  status: { connected: false, connectionType: 'wifi' } as ConnectionStatus,
  tell: (_status: ConnectionStatus) => {},
}));
vi.mock('@capacitor/network', () => ({
  Network: {
    getStatus: async () => device.status,
    addListener: async (_name: string, listener: typeof device.tell) => {
      device.tell = listener;
    },
  },
}));

test('a network that the system could not check is one, and no network is none', async () => {
  await followNetwork();
  expect(navigator.onLine).toBe(true);
  const heard: string[] = [];
  for (const name of ['online', 'offline']) window.addEventListener(name, () => heard.push(name));
  device.tell({ connected: true, connectionType: 'cellular' });
  expect(heard).toEqual([]);
  device.tell({ connected: false, connectionType: 'none' });
  expect(navigator.onLine).toBe(false);
  device.tell({ connected: false, connectionType: 'unknown' });
  expect(navigator.onLine).toBe(true);
  expect(heard).toEqual(['offline', 'online']);
});
