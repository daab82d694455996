/** What the stage says while a broadcast has no picture. The page tells screen readers by `BroadcastNews`. */
import { Button } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import classes from './broadcast-messages.module.css';
import { StageMessage } from './stage-message.tsx';

export function BroadcastWaiting() {
  return (
    <StageMessage
      title="The picture will start soon"
      icon={<IconVideo size={40} stroke={1.25} className={classes.waiting} aria-hidden />}
    >
      Stay here: it starts by itself.
    </StageMessage>
  );
}

export const interruptedTitle = 'The picture is interrupted';

/** Only where no last picture is left to look at. */
export function BroadcastInterrupted() {
  return <StageMessage title={interruptedTitle}>Stay here: it comes back by itself.</StageMessage>;
}

export function NothingRecorded() {
  return (
    <StageMessage title="Nothing was recorded">The broadcast has ended, and there is no replay.</StageMessage>
  );
}

interface EndedProps {
  isReplayComing: boolean;
  onWatch: () => void;
}

export function BroadcastEnded({ isReplayComing, onWatch }: EndedProps) {
  if (isReplayComing)
    return <StageMessage title="The broadcast has ended">The replay is ready in a moment.</StageMessage>;
  return (
    <StageMessage
      title="The broadcast has ended"
      action={<Button onClick={onWatch}>Watch the replay</Button>}
    >
      Thank you for watching.
    </StageMessage>
  );
}
