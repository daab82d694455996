/** What runs in the background beside the app. */
import { cleanUpTasks, startCleanUp } from './clean-up.ts';
import { startDemoTimekeeper } from './demo/demo-timekeeper.ts';
import { startReplayWorker } from './events/replays/replay-worker.ts';
import { startRemovalWorker } from './identity/second-factor/removal-worker.ts';
import { foldRowCounts } from './lists/row-counts.ts';
import type { Loop } from './loop.ts';
import { startOutboxWorker } from './mail/outbox-worker.ts';
import type { Platform } from './platform.ts';
import { startBoutNoticeWorker } from './reminders/bouts/bout-notice-worker.ts';
import { startPushWorker } from './reminders/push/push-worker.ts';
import { createSenders } from './reminders/push/senders.ts';
import { startReminderWorker } from './reminders/reminder-worker.ts';
import { startCompensationWorker } from './shop/compensation/compensation-worker.ts';
import { startShopWorker } from './shop/shop-worker.ts';
import { createCleanUpGuard } from './upkeep/clean-up-guard.ts';

export function startJobs(platform: Platform): Loop[] {
  const { log, now, failures, isPaused, jobs, videos, paymentProvider, remoteProvider, signingKeys } =
    platform;
  jobs.outbox = startOutboxWorker({ ...platform, log: failures.logOf('mail') });
  if (remoteProvider)
    jobs.replays = startReplayWorker({
      ...platform,
      log: failures.logOf('provider'),
      provider: remoteProvider,
      isOwn: (videoId) => videos.has(videoId),
    });
  if (paymentProvider) {
    jobs.shop = startShopWorker({ ...platform, provider: paymentProvider });
    jobs.compensation = startCompensationWorker({ ...platform, provider: paymentProvider });
  }
  jobs.push = startPushWorker({
    ...platform,
    log: failures.logOf('push'),
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
    startBoutNoticeWorker(platform),
    startRemovalWorker(platform),
    ...(platform.demo ? [startDemoTimekeeper(platform)] : []),
    startCleanUp({
      tasks: (date) => cleanUpTasks({ ...platform, now: () => date }),
      guard: createCleanUpGuard(platform),
      always: () => foldRowCounts(platform.db),
      log,
      isPaused,
    }),
  ];
}
