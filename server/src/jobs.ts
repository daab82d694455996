/** What runs in the background beside the app. */
import { cleanUpTasks, startCleanUp } from './clean-up.ts';
import { startReplayWorker } from './events/replays/replay-worker.ts';
import type { Loop } from './loop.ts';
import { startOutboxWorker } from './mail/outbox-worker.ts';
import type { Platform } from './platform.ts';
import { startPushWorker } from './reminders/push/push-worker.ts';
import { createSenders } from './reminders/push/senders.ts';
import { startReminderWorker } from './reminders/reminder-worker.ts';
import { startCompensationWorker } from './shop/compensation/compensation-worker.ts';
import { startShopWorker } from './shop/shop-worker.ts';

export function startJobs(platform: Platform): Loop[] {
  const { log, now, isPaused, jobs, videos, paymentProvider, remoteProvider, signingKeys } = platform;
  jobs.outbox = startOutboxWorker(platform);
  if (remoteProvider)
    jobs.replays = startReplayWorker({
      ...platform,
      provider: remoteProvider,
      isOwn: (videoId) => videos.has(videoId),
    });
  if (paymentProvider) {
    jobs.shop = startShopWorker({ ...platform, provider: paymentProvider });
    jobs.compensation = startCompensationWorker({ ...platform, provider: paymentProvider });
  }
  jobs.push = startPushWorker({
    ...platform,
    sender: createSenders({
      key: signingKeys.pushKey,
      contact: platform.mailFrom.address,
      apps: platform.apps.push,
      now,
    }),
  });
  return [
    ...Object.values(jobs),
    startReminderWorker(platform),
    startCleanUp({ tasks: cleanUpTasks(platform), log, isPaused }),
  ];
}
