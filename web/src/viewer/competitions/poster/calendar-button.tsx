import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './poster-actions.module.css';

interface Props {
  competitionId: string;
  /** The first thing that the poster offers. Else only its icon is shown. */
  isMain: boolean;
}

/** The event as a file for the viewer's calendar: a phone opens it there, other browsers save it. */
export function CalendarButton({ competitionId, isMain }: Props) {
  const href = `/api/v1/kickboxing/competitions/${encodeURIComponent(competitionId)}/calendar`;
  const icon = <IconCalendarPlus size={20} aria-hidden />;
  const words = 'Add to calendar';
  if (isMain)
    return (
      <Button component="a" href={href} size="lg" leftSection={icon} onClick={openWhenThere}>
        {words}
      </Button>
    );
  return (
    <Button
      component="a"
      href={href}
      size="lg"
      variant="default"
      aria-label={words}
      title={words}
      className={classes.square}
      onClick={openWhenThere}
    >
      {icon}
    </Button>
  );
}

/** A link to a file that is not there would leave the page for the server's words about it. */
async function openWhenThere(event: MouseEvent<HTMLAnchorElement>) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const isThere = await fetch(new Request(href)).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) return window.location.assign(href);
  showToast({
    id: 'calendar',
    tone: 'warning',
    title: 'The calendar file could not be loaded',
    description: navigator.onLine ? 'Try again in a moment.' : 'You are offline.',
  });
}
