import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './toast-area.module.css';

export interface Toast {
  /** A second toast with the same id replaces the first. */
  id?: string;
  title: string;
  description?: ReactNode;
  /** For a toast with a choice: longer than the others. */
  staysMs?: number;
  tone?: 'info' | 'success' | 'warning' | 'error';
}

/** docs/product.md, 3.1 */
const toastTimeoutMs = 5000;

const icons = {
  info: <IconInfoCircle aria-hidden />,
  success: <IconCheck aria-hidden />,
  warning: <IconAlertTriangle aria-hidden />,
  error: <IconAlertTriangle aria-hidden />,
};
/** Red only for an unknown error (docs/product.md, 4.9 and 3.6); elsewhere red means LIVE. */
const colors = { info: 'sky', success: 'teal', warning: 'orange', error: 'red' };

export function show({ id, title, description, staysMs, tone = 'info' }: Toast) {
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

export function hide(id: string) {
  notifications.hide(id);
}

export function ToastArea() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={toastTimeoutMs}
      transitionDuration={180}
      containerWidth={400}
      classNames={{ notification: classes.toast }}
    />
  );
}
