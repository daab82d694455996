import { IconVideo } from '@tabler/icons-react';
import type { Cameras } from '../cameras.ts';
import { OptionMenu } from './option-menu.tsx';

/** The cameras inside the player, where full screen shows them too. */
export function CameraMenu({ cameras: { options, value, onChange } }: { cameras: Cameras }) {
  return (
    <OptionMenu
      name="Stream"
      text={options.find((option) => option.value === value)?.label ?? ''}
      icon={<IconVideo size={24} stroke={1.75} aria-hidden />}
      options={options.map(({ value: id, label, state }) => ({
        value: id,
        label: state ? `${label} · ${state}` : label,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
