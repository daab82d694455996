/** The way of a message out of this server. Each kind of device has a sender of its own behind this port. */
import type { PushOutcome } from './push.rules.ts';
import type { BoutNotice } from './push.tables.ts';
import type {
  AppService,
  AppSubscription,
  BrowserSubscription,
  Subscription,
} from './subscription.repository.ts';

export interface Message {
  id: string;
  eventId: string;
  eventName: string;
  eventSlug: string;
  startDate: string;
  /** Of the venue. */
  timezone: string;
  hasBegun: boolean;
  /** What it is about; null: the event. */
  bout: {
    id: string;
    notice: BoutNotice;
    /** null: to be announced. */
    redName: string | null;
    blueName: string | null;
    /** When it is expected. */
    startsAt: string;
  } | null;
  /** Until the event begins, or until it ends when it has begun. The push service keeps the message for so long. */
  usefulMs: number;
}

export interface PushSender<Device extends Subscription = Subscription> extends Disposable {
  /** Never throws: what went wrong is an outcome. */
  send(device: Device, message: Message): Promise<PushOutcome>;
}

/** @param apps the senders to apps, as far as this server has their keys. */
export function createPushSender({
  browsers,
  apps,
}: {
  browsers: PushSender<BrowserSubscription>;
  apps: { [Service in AppService]?: PushSender<AppSubscription> };
}): PushSender {
  return {
    async send(device, message) {
      if (device.service === 'web') return browsers.send(device, message);
      const sender = apps[device.service];
      // Another server may have the keys, or this one after its next start.
      return sender ? sender.send(device, message) : { result: 'away', reason: 'not configured' };
    },
    [Symbol.dispose]() {
      for (const sender of [browsers, ...Object.values(apps)]) sender[Symbol.dispose]();
    },
  };
}
