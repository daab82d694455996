/**
 * Toasts stay for 5 seconds, or longer while hovered or focused, and have a close button. The toast area is loaded
 * with the first toast, which waits in the store meanwhile.
 */
import { notifications, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';

interface Toast {
  /** A second toast with the same id replaces the first. */
  id?: string;
  title: string;
  description?: ReactNode;
  /** For a toast with a choice: longer than the others. */
  staysMs?: number;
  tone?: 'info' | 'success' | 'warning' | 'error';
}

const icons = {
  info: <IconInfoCircle aria-hidden />,
  success: <IconCheck aria-hidden />,
  warning: <IconAlertTriangle aria-hidden />,
  error: <IconAlertTriangle aria-hidden />,
};
/** Red only for an unknown error (docs/product.md, 4.9 and 3.6); elsewhere red means LIVE. */
const colors = { info: 'sky', success: 'teal', warning: 'orange', error: 'red' };

export function showToast({ id, title, description, staysMs, tone = 'info' }: Toast) {
  const data = {
    ...(id ? { id } : {}),
    title,
    message: description,
    ...(staysMs ? { autoClose: staysMs } : {}),
    icon: icons[tone],
    color: colors[tone],
    role: 'status' as const,
    closeButtonProps: { 'aria-label': 'Close notification' },
  };
  // `show` ignores an id that is already shown, so the newer text needs an update.
  if (id) notifications.update({ ...data, id });
  notifications.show(data);
}

export function hideToast(id: string) {
  notifications.hide(id);
}

const ToastArea = lazy(() => import('./toast-area.tsx').then((area) => ({ default: area.ToastArea })));

export function Toasts() {
  const { notifications: shown } = useNotifications();
  const [isWanted, setIsWanted] = useState(false);
  if (shown.length > 0 && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  );
}
