import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import classes from './picture-field.module.css';

interface Props {
  /** From 0 to 1; at 1 the server makes its sizes. */
  part: number;
  onStop: () => void;
}

export function UploadProgress({ part, onStop }: Props) {
  const percent = Math.round(part * 100);
  const words = part < 1 ? `Sending, ${percent} %` : 'Making the sizes for viewers';
  return (
    <div className={classes.progress}>
      {/* Only the two stages are read out, not each percent. */}
      <p role="status" className={classes.lead}>
        {part < 1 ? 'Sending the picture' : words}
      </p>
      <Progress.Root size="lg">
        <Progress.Section
          value={percent}
          aria-label="Progress of the upload"
          aria-valuetext={words}
          animated={part >= 1}
        />
      </Progress.Root>
      <div className={classes.actions}>
        <span className={`${classes.hint} tabular`}>{words}</span>
        <Button variant="subtle" color="gray" onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  );
}
