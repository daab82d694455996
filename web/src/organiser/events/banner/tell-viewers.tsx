import { Button } from '@mantine/core';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { hideToast, showToast } from '../../../ui/toasts/toasts.tsx';
import { BannerForm } from './banner-form.tsx';

/** Longer than other toasts: an organiser decides. */
const staysMs = 20_000;

/** Asks for a banner; the text can be changed before it is sent. */
export function openBanner(eventId: string, text: string) {
  openModal({
    title: 'Banner for viewers',
    content: (close) => <BannerForm {...{ eventId, text, close }} />,
  });
}

/** Says that a change is stored, and offers to announce it. @param text undefined: viewers have nothing to be told. */
export function tellViewersToast(title: string, eventId: string, text: string | undefined) {
  const id = 'card';
  if (text === undefined) return showToast({ id, title, tone: 'success' });
  const open = () => {
    hideToast(id);
    openBanner(eventId, text);
  };
  showToast({
    id,
    title,
    tone: 'success',
    staysMs,
    description: (
      <Button variant="default" onClick={open}>
        Tell viewers
      </Button>
    ),
  });
}
