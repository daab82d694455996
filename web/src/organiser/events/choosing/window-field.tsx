import { serverNow } from '../../../clock.ts';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx';
import {
  type AccessWindow,
  endOfPreset,
  isPresetOpen,
  type Preset,
  presetOf,
  presetWords,
  type WindowTarget,
} from './access-window.ts';
import classes from './window-field.module.css';

interface Props {
  /** What stands before the names of the fields in their ids. */
  idPrefix?: string;
  value: AccessWindow;
  target: WindowTarget;
  zone: string;
  onChange: (window: AccessWindow) => void;
  errors?: { startDate?: ReactNode; endDate?: ReactNode };
}

const presets: readonly Preset[] = ['event', 'replay', 'ever', 'own'];

/** From when until when: presets with the times that they mean, or own times. */
export function WindowField({ idPrefix = '', value, target, zone, onChange, errors = {} }: Props) {
  const [isOwn, setIsOwn] = useState(false);
  // A fault belongs to one of the two times, so both are shown.
  const hasFault = Boolean(errors.startDate || errors.endDate);
  const chosen = isOwn || hasFault ? 'own' : presetOf(value, target);
  const now = serverNow();

  function choose(preset: Preset) {
    setIsOwn(preset === 'own');
    const endDate = endOfPreset(preset, target);
    if (endDate !== undefined) onChange({ ...value, endDate });
    else if (value.endDate === null) onChange({ ...value, endDate: endOfPreset('replay', target) ?? null });
  }
  return (
    <div className={classes.field}>
      <Radio.Group
        label="How long"
        size="md"
        id={`${idPrefix}preset`}
        value={chosen}
        onChange={(preset) => choose(preset as Preset)}
      >
        <div className={classes.presets}>
          {presets.map((preset) => (
            <PresetCard key={preset} preset={preset} target={target} zone={zone} now={now} />
          ))}
        </div>
      </Radio.Group>
      {chosen === 'own' ? (
        <div className={classes.own}>
          <WallTimeField
            id={`${idPrefix}startDate`}
            label="From"
            value={value.startDate}
            zone={zone}
            onChange={(startDate) => onChange({ ...value, startDate })}
            error={errors.startDate}
          />
          <WallTimeField
            id={`${idPrefix}endDate`}
            label="Until"
            value={value.endDate ?? ''}
            zone={zone}
            onChange={(endDate) => onChange({ ...value, endDate })}
            error={errors.endDate}
          />
        </div>
      ) : (
        <p className={classes.from}>
          From {formatDateTime(value.startDate, zone)} {zoneName(value.startDate, zone)}
        </p>
      )}
    </div>
  );
}

interface CardProps {
  preset: Preset;
  target: WindowTarget;
  zone: string;
  now: number;
}

function PresetCard({ preset, target, zone, now }: CardProps) {
  const { label, text } = presetWords[preset];
  const end = endOfPreset(preset, target);
  const isOpen = isPresetOpen(preset, target, now);
  const when = end
    ? `${isOpen ? 'Until' : 'Was over'} ${formatDateTime(end, zone)} ${zoneName(end, zone)}`
    : text;
  return (
    <Radio.Card value={preset} disabled={!isOpen} className={classes.card as string}>
      <Radio.Indicator disabled={!isOpen} className={classes.indicator as string} />
      <span>
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{when}</span>
      </span>
    </Radio.Card>
  );
}
