/**
 * What the service worker does with a push message: it shows a reminder, and a press opens the event (docs/product.md,
 * 42.13). The address is made here of a checked slug, so a message leads nowhere else than to a page of this site.
 */

import { boutNoticeInWords } from '@ringside/rules/bout-words';

interface ExtendableEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}

interface PushEvent extends ExtendableEvent {
  data: { text: () => string } | null;
}

interface Shown {
  tag: string;
  data: { path?: string } | null;
  close: () => void;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Shown;
}

interface WindowClient {
  url: string;
  focus: () => Promise<unknown>;
}

/** The part of `ServiceWorkerGlobalScope` that is used. */
export interface PushScope {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  location: { origin: string };
  clients: {
    matchAll: (query: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly WindowClient[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  registration: {
    showNotification: (title: string, options: NotificationOptions) => Promise<void>;
    getNotifications: () => Promise<readonly Shown[]>;
  };
}

interface Reminder {
  title: string;
  body: string;
  /** The same for the same message, which may come twice. */
  tag: string;
  path: string;
}

export function listenForPush(scope: PushScope) {
  scope.addEventListener('push', (event) => {
    event.waitUntil(show(readReminder(event.data?.text() ?? '', Date.now())));
  });
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));

  /** A browser that lets a message pass in silence takes the permission away, so a broken one is shown too. */
  async function show({ title, body, tag, path }: Reminder) {
    const older = await scope.registration.getNotifications();
    for (const shown of older) if (shown.data?.path === path && shown.tag !== tag) shown.close();
    await scope.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } });
  }

  async function open(notification: Shown) {
    notification.close();
    const path = notification.data?.path ?? '/';
    const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = windows.find(({ url }) => url === new URL(path, scope.location.origin).href);
    await (same ? same.focus() : scope.clients.openWindow(path));
  }
}

export function readReminder(text: string, now: number): Reminder {
  const { name, slug, startDate, bout } = parse(text);
  if (typeof name !== 'string' || typeof slug !== 'string' || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug))
    return { title: 'Ringside', body: 'The fights begin soon.', tag: 'reminder', path: '/' };
  const about = readBout(bout);
  if (about)
    return {
      title: about.name,
      body: boutNoticeInWords(about.notice, name, timeOf(about.start)),
      tag: `bout ${about.id}`,
      path: `/competitions/${slug}#bout-${about.id}`,
    };
  const start = Date.parse(String(startDate));
  return {
    title: name,
    body: Number.isNaN(start) ? 'The fights begin soon.' : words(start, now),
    tag: `reminder ${slug} ${startDate}`,
    path: `/competitions/${slug}`,
  };
}

/** One fight of the event; undefined: the message is about the event. */
function readBout(value: unknown) {
  const { id, name, notice, startsAt } = Object(value) as Record<string, unknown>;
  const start = Date.parse(String(startsAt));
  if (typeof id !== 'string' || !/^[\da-f-]{36}$/.test(id) || typeof name !== 'string') return undefined;
  if (typeof notice !== 'string' || Number.isNaN(start)) return undefined;
  return { id, name, notice, start };
}

const timeOf = (instant: number) =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(instant);

function words(start: number, now: number): string {
  if (start <= now) return 'The fights have begun.';
  return `Begins at ${timeOf(start)}.`;
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
