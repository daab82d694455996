import type { AppPushConfig } from '../../config-push.ts';
import { createApnsSender } from './apns-sender.ts';
import { createFcmSender } from './fcm-sender.ts';
import { createPushSender, type PushSender } from './push-sender.ts';
import { createWebPushSender, type WebPushOptions } from './web-push-sender.ts';

interface Options extends WebPushOptions {
  apps: AppPushConfig;
  now: () => Date;
}

/** To browsers, and to apps by each service of which this server has the keys. */
export function createSenders({ apps: { apns, fcm }, now, ...browsers }: Options): PushSender {
  return createPushSender({
    browsers: createWebPushSender(browsers),
    apps: {
      ...(apns ? { apns: createApnsSender(apns, { now }) } : {}),
      ...(fcm ? { fcm: createFcmSender(fcm, { now }) } : {}),
    },
  });
}
