import { rulesWords } from '@ringside/rules/bout-words';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { FighterPicker, type PickedFighter } from '../../fighters/fighter-picker.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import classes from './bout-form.module.css';
import { type BoutValues, boutFieldInWords, boutLabels, checkBout, noWeighIn } from './bout-values.ts';
import type { CardBlock } from './card-order.ts';
import { WeighInFields } from './weigh-in-fields.tsx';

type Options = Parameters<typeof useApiForm<BoutValues>>[0];

interface Props {
  stored: Stored<BoutValues>;
  /** Those of the bout, as it is stored. */
  fighters?: readonly (PickedFighter | null)[];
  /** To choose from, for a new bout. */
  blocks?: readonly CardBlock['block'][];
  submitLabel: string;
  /** The bout is not simply announced: its reason can be changed. */
  hasReason?: boolean;
  save: Options['save'];
  /** Tells also who stands in the corners by now. */
  reread?: () => Promise<Stored<BoutValues> & { fighters: readonly (PickedFighter | null)[] }>;
  onSaved: NonNullable<Options['onSaved']>;
}

/** Suggestions only: a federation may have others. */
const weightClasses = [
  'Strawweight',
  'Flyweight',
  'Bantamweight',
  'Featherweight',
  'Lightweight',
  'Super lightweight',
  'Welterweight',
  'Super welterweight',
  'Middleweight',
  'Light heavyweight',
  'Cruiserweight',
  'Heavyweight',
];

export function BoutForm(props: Props) {
  const { stored, fighters = [], blocks, submitLabel, hasReason = false, save, reread, onSaved } = props;
  const [known, setKnown] = useState(() => byId(fighters));
  const state = useApiForm<BoutValues>({
    stored,
    labels: boutLabels,
    isNew: blocks !== undefined,
    check: checkBout,
    save,
    ...(reread
      ? {
          reread: async () => {
            const theirs = await reread();
            setKnown({ ...known, ...byId(theirs.fighters) });
            return theirs;
          },
        }
      : {}),
    onSaved,
  });
  const { form, field } = state;
  const values = form.getValues();
  const classesId = useId();
  const nameOf = (id: string) => known[id]?.name ?? 'Another fighter';
  const taken = (['redFighterId', 'blueFighterId'] as const).flatMap((name) => {
    const [before, now] = [stored.values[name], values[name]];
    return before && now && before !== now ? [before] : [];
  });

  const corner = (side: 'red' | 'blue') => {
    const name = `${side}FighterId` as const;
    const { id, label, error } = field(name);
    return (
      <div className={classes.corner} data-corner={side}>
        <FighterPicker
          id={id}
          label={label}
          error={error}
          value={values[name] ? (known[values[name]] ?? null) : null}
          onChange={(fighter) => {
            if (fighter) setKnown((others) => ({ ...others, [fighter.id]: fighter }));
            form.setValues(cornerAfter(side, fighter?.id ?? null, { now: values, stored: stored.values }));
          }}
          isFocusedFirst={side === 'red' && blocks !== undefined}
        />
        <WeighInFields state={state} side={side} value={values[`${side}WeighIn`]} />
      </div>
    );
  };
  return (
    <ApiForm
      state={state}
      submitLabel={submitLabel}
      describe={(name, value) => boutFieldInWords(name, value, nameOf)}
    >
      {blocks && blocks.length > 1 ? (
        <NativeSelect
          {...field('blockId')}
          size="md"
          data={blocks.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <div className={classes.pair}>
        {corner('red')}
        {corner('blue')}
      </div>
      {taken.length > 0 ? (
        <p role="status" className={classes.note}>
          {`Viewers read that somebody takes the place of ${taken.map(nameOf).join(' and ')}.`}
        </p>
      ) : null}
      {hasReason || taken.length > 0 ? (
        <TextInput {...field('statusReason')} size="md" maxLength={255} description="Viewers read it." />
      ) : null}
      <div className={classes.weight}>
        <TextInput {...field('weightClass')} size="md" maxLength={255} list={classesId} />
        <datalist id={classesId}>
          {weightClasses.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextInput {...field('weightLimitKg')} size="md" inputMode="decimal" />
        <CheckField
          {...field('isCatchweight')}
          {...form.getInputProps('isCatchweight', { type: 'checkbox' })}
        />
      </div>
      <div className={classes.pair}>
        <NativeSelect
          {...field('rules')}
          size="md"
          data={Object.entries(rulesWords).map(([value, label]) => ({ value, label }))}
        />
        <TextInput {...field('rulesText')} size="md" maxLength={255} />
      </div>
      <div className={classes.rounds}>
        <TextInput {...field('rounds')} size="md" inputMode="numeric" />
        <TextInput {...field('roundSeconds')} size="md" placeholder="3:00" />
        <TextInput {...field('breakSeconds')} size="md" placeholder="1:00" />
      </div>
      <CheckField
        {...field('hasExtraRound')}
        {...form.getInputProps('hasExtraRound', { type: 'checkbox' })}
      />
      <TextInput
        {...field('title')}
        size="md"
        maxLength={255}
        description="Only if the bout is for one, for example “Benelux title”."
      />
    </ApiForm>
  );
}

function byId(fighters: readonly (PickedFighter | null)[]) {
  const known: Record<string, PickedFighter> = {};
  for (const fighter of fighters) if (fighter) known[fighter.id] = fighter;
  return known;
}

/** A weigh-in belongs to the fighter: another one has none yet, and the first one gets theirs back. */
function cornerAfter(
  side: 'red' | 'blue',
  id: string | null,
  { now, stored }: { now: BoutValues; stored: BoutValues },
): Partial<BoutValues> {
  const [fighter, weighIn] = [`${side}FighterId`, `${side}WeighIn`] as const;
  if (id === stored[fighter]) return { [fighter]: id, [weighIn]: stored[weighIn] };
  return now[fighter] === null ? { [fighter]: id } : { [fighter]: id, [weighIn]: noWeighIn };
}
