import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { WithMantine } from './mantine/with-mantine.tsx';
import classes from './toast-area.module.css';

/** docs/product.md, 3.1 */
const toastTimeoutMs = 5000;

export function ToastArea() {
  return (
    <WithMantine>
      <Notifications
        position="bottom-right"
        autoClose={toastTimeoutMs}
        transitionDuration={180}
        containerWidth={400}
        classNames={{ notification: classes.toast }}
      />
    </WithMantine>
  );
}
