import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Radio } from '@mantine/core';
import type { WallTime } from './wall-time.ts';
import classes from './wall-time-field.module.css';
import { cityOf, offsetName } from './zones.ts';

interface Props {
  wall: WallTime | undefined;
  /** What was typed, for example `02:30`. */
  time: string;
  zone: string;
  value: string;
  onChoose: (instant: string) => void;
}

/** Explains a time that the change of the clocks skips or repeats, and lets the organiser choose. */
export function ClockChange({ wall, time, zone, value, onChoose }: Props) {
  if (wall?.kind === 'never') {
    return (
      <div role="status" className={classes.change}>
        <p className={classes.words}>
          {`On this day the clocks in ${cityOf(zone)} jump from ${wall.from} to ${wall.to}, so ${time} never comes.`}
        </p>
        <Button variant="default" onClick={() => onChoose(wall.next)}>
          {`Use ${clockIn(wall.next, zone)}`}
        </Button>
      </div>
    );
  }
  if (wall?.kind !== 'twice') return null;
  const options = [
    { instant: wall.first, words: 'the first' },
    { instant: wall.second, words: 'after the clocks were set back' },
  ];
  return (
    <Radio.Group
      className={classes.change}
      label={`The clocks in ${cityOf(zone)} are set back on this day, so ${time} comes twice. Which one do you mean?`}
      value={value}
      onChange={onChoose}
    >
      <div className={classes.options}>
        {options.map(({ instant, words }) => (
          <Radio
            key={instant}
            size="md"
            value={instant}
            label={`${time} ${offsetName(zone, instant)}, ${words}`}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function clockIn(instant: string, zone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' });
  return format.format(new Date(instant));
}
