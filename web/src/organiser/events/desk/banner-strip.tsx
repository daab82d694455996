import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { formatTime } from '../../../ui/time/time.ts';
import { takeBannerBack } from '../banner/banner.queries.ts';
import { BannerForm } from '../banner/banner-form.tsx';
import type { Desk } from './desk.queries.ts';
import classes from './desk-page.module.css';
import { useCardChanges } from './use-card-changes.ts';
import { useDeskAction } from './use-desk-action.ts';

/** Asks for a line and shows it to viewers. */
export function BannerButton({ desk }: { desk: Desk }) {
  const eventId = desk.event.id;
  const isReplacing = Boolean(desk.banner.text);
  const changes = useCardChanges(desk);
  return (
    <Button
      leftSection={<IconSpeakerphone size={20} aria-hidden />}
      onClick={() =>
        openModal({
          title: 'Banner for viewers',
          content: (close) => <BannerForm {...{ eventId, isReplacing, changes, close }} />,
        })
      }
    >
      {isReplacing ? 'Another banner' : 'Send a banner'}
    </Button>
  );
}

interface Props {
  eventId: string;
  zone: string;
  banner: Desk['banner'];
  mayChange: boolean;
}

/** The line that viewers see now. */
export function BannerStrip({ eventId, zone, banner: { text, since }, mayChange }: Props) {
  const takeBack = useDeskAction(eventId, 'The banner could not be taken back');
  if (!text) return null;
  return (
    <section className={classes.shown} aria-label="Banner that viewers see">
      <IconSpeakerphone size={20} aria-hidden className={classes.shownIcon} />
      <p className={classes.shownText}>
        {text}
        <span className={classes.muted}>
          {since ? `Viewers see it since ${formatTime(since, zone)}` : 'Viewers see it now'}
        </span>
      </p>
      {mayChange ? (
        <Button
          variant="default"
          loading={takeBack.isRunning}
          onClick={() => void takeBack.run(() => takeBannerBack(eventId))}
        >
          Take it back
        </Button>
      ) : null}
    </section>
  );
}
