/** A reminder that comes while the native app is open: the system shows nothing then, so the app does. Rule 40.26. */
import { Button } from '@mantine/core';
import { hideToast, showToast } from '../../ui/toasts/toasts.tsx';
import classes from './remind-me.module.css';

interface Notice {
  /** The same for the same message. */
  id: string;
  title: string;
  body: string;
  /** Goes to its page. */
  open: () => void;
}

const staysMs = 15_000;

export function showNotice({ id, title, body, open }: Notice) {
  const press = () => {
    hideToast(id);
    open();
  };
  showToast({
    id,
    title,
    staysMs,
    description: (
      <>
        <div>{body}</div>
        <Button variant="default" size="compact-md" className={classes.undo} onClick={press}>
          See the event
        </Button>
      </>
    ),
  });
}
