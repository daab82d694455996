/**
 * Toasts: 5 seconds, with a close button, paused while hovered or focused. The area itself is loaded after the
 * first paint; what is shown before that waits in the store.
 */
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

export interface Toast {
  /** A second toast with the same id replaces the first. */
  id?: string;
  title: string;
  description?: string;
  tone?: 'info' | 'success' | 'warning' | 'error';
}

const icons = {
  info: <IconInfoCircle aria-hidden />,
  success: <IconCheck aria-hidden />,
  warning: <IconAlertTriangle aria-hidden />,
  error: <IconAlertTriangle aria-hidden />,
};
/** Red only for the failure that nobody can name (specification, section 8); elsewhere it means LIVE. */
const colors = { info: 'sky', success: 'teal', warning: 'orange', error: 'red' };

export function showToast({ id, title, description, tone = 'info' }: Toast) {
  const data = {
    ...(id ? { id } : {}),
    title,
    message: description,
    icon: icons[tone],
    color: colors[tone],
    role: 'status' as const,
    closeButtonProps: { 'aria-label': 'Close notification' },
  };
  // `show` ignores an id that is already there; the newer words must win.
  if (id) notifications.update({ ...data, id });
  notifications.show(data);
}

const ToastArea = lazy(() => import('./toast-area.tsx').then((area) => ({ default: area.ToastArea })));

export function Toasts() {
  return (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  );
}
