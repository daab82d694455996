import { IconVideo } from '@tabler/icons-react';
import type { Cameras } from '../../cameras.ts';
import classes from '../../player/player-controls.module.css';
import { OptionMenu } from './option-menu.tsx';

/** The cameras inside the player, where full screen shows them too. */
export function CameraMenu({ cameras: { options, value, onChange } }: { cameras: Cameras }) {
  const choices = options.map(({ value: id, label, state }) => ({
    value: id,
    label: state ? `${label} · ${state}` : label,
  }));
  return (
    <div className={classes.cameras}>
      <OptionMenu
        option={{
          name: 'Camera',
          text: options.find((option) => option.value === value)?.label ?? '',
          icon: <IconVideo size={24} stroke={1.75} aria-hidden />,
          choices,
          value,
          onChange,
        }}
      />
    </div>
  );
}
