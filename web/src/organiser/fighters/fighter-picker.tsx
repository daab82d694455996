import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton, Combobox, Loader, TextInput } from '@mantine/core';
import { unknownFighter } from '@ringside/rules/bout-words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { isProblem, issuesOf } from '../../api/problem.ts';
import { locales } from '../../ui/locales.ts';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import { countryName } from '../ui/fields/countries.ts';
import classes from '../ui/fields/picker.module.css';
import { usePicker } from '../ui/fields/use-picker.ts';
import { countOf } from '../ui/table/list.ts';
import { createFighter, type Fighter, fightersQueries } from './fighters.queries.ts';

/** A fighter, as far as somebody who picks one has to tell them apart. */
export type PickedFighter = Pick<Fighter, 'id' | 'name'>;

interface Props {
  id: string;
  label: string;
  /** null: to be announced. */
  value: PickedFighter | null;
  onChange: (fighter: PickedFighter | null) => void;
  error?: ReactNode;
  isFocusedFirst?: boolean;
  /** Only fighters who are known, and not this one. */
  otherThan?: string;
}

// No id of a fighter looks like these.
const nobody = 'nobody';
const newFighter = 'new';

/** Picks a fighter by typing a part of the name, the nickname or the gym, or makes one of the typed name. */
export function FighterPicker(props: Props) {
  const { id, label, value, onChange, error, isFocusedFirst, otherThan } = props;
  const { typed, wanted, combobox, input } = usePicker();
  const { dropdownOpened: isOpen } = combobox;
  const { data, isFetching, isError } = useQuery({ ...fightersQueries.found(wanted), enabled: isOpen });
  // The mark is a number: other fighters under it must not be picked unseen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fighters count, not the combobox.
  useEffect(() => combobox.resetSelectedOption(), [data]);
  const name = (typed ?? '').trim();
  const isSettled = wanted === name && !isFetching;
  const found = (data?.data ?? []).filter((fighter) => fighter.id !== otherThan);
  const mayCreate = otherThan === undefined;
  const nobodyYet = mayCreate ? unknownFighter : '';
  const { create, isCreating, problem } = useNewFighter(onChange);

  function pick(option: string) {
    combobox.closeDropdown();
    if (option === newFighter) return void create(name);
    if (option === nobody) return onChange(null);
    const fighter = found.find((each) => each.id === option);
    if (fighter) onChange(fighter);
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false} size="md">
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          id={id}
          label={label}
          size="md"
          spellCheck={false}
          maxLength={255}
          value={typed ?? value?.name ?? nobodyYet}
          error={problem ?? error}
          readOnly={isCreating}
          data-autofocus={isFocusedFirst || undefined}
          rightSection={
            isCreating || (isOpen && isFetching) ? (
              <Loader size={18} aria-hidden />
            ) : value ? (
              <CloseButton
                size="md"
                aria-label={`${label}: ${mayCreate ? unknownFighter.toLowerCase() : 'nobody'}`}
                onClick={() => onChange(null)}
              />
            ) : null
          }
          {...input}
          onClick={({ currentTarget }) => {
            // A click puts the caret somewhere; what is typed next replaces the name, or "To be announced".
            if (!isOpen) currentTarget.select();
            input.onClick();
          }}
          onKeyDown={(event) => {
            // Typed fast, Enter must not send the form.
            if (event.key === 'Enter' && isOpen) event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown as string}>
        <Combobox.Options aria-label={label} className={classes.options as string}>
          {found.map((fighter) => (
            <Combobox.Option key={fighter.id} value={fighter.id} className={classes.pictured as string}>
              <FighterFace fighter={fighter} />
              <span className={classes.option}>
                <span className={classes.name}>{fighter.name}</span>
                <span className={classes.note}>{noteOf(fighter)}</span>
              </span>
            </Combobox.Option>
          ))}
          {!mayCreate && found.length === 0 && isSettled ? (
            <Combobox.Empty>No other fighter fits.</Combobox.Empty>
          ) : null}
          {isError && !data ? <Combobox.Empty>The fighters could not be loaded.</Combobox.Empty> : null}
          {mayCreate && name !== '' && isSettled ? (
            <Combobox.Option value={newFighter} className={classes.option as string}>
              <span className={classes.name}>{`Add “${name}” as a new fighter`}</span>
            </Combobox.Option>
          ) : null}
          {mayCreate && name === '' ? (
            <Combobox.Option value={nobody} className={classes.option as string}>
              <span className={classes.name}>{unknownFighter}</span>
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
        {data && data.total > data.data.length ? (
          <Combobox.Footer className={classes.more as string}>
            {`${data.total.toLocaleString(locales)} fighters fit. Type more of the name.`}
          </Combobox.Footer>
        ) : null}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Makes a fighter of a name alone; everything else is added on their page. */
function useNewFighter(onMade: (fighter: PickedFighter) => void) {
  const queryClient = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function create(name: string) {
    setIsCreating(true);
    setProblem(undefined);
    try {
      const { data, error } = await createFighter({ name });
      if (data) onMade({ id: data.id, name });
      else setProblem(issuesOf(error)[0]?.detail ?? (isProblem(error) ? error.detail : failed));
      await queryClient.invalidateQueries({ queryKey: ['get', '/api/v1/fighters'] });
    } catch {
      setProblem(failed);
    } finally {
      setIsCreating(false);
    }
  }
  return { create, isCreating, problem };
}

const failed = 'The server could not be reached. Try again.';

/** "Netherlands, Kadeweg Kickboxing, 4 bouts": two of one name can be told apart. */
function noteOf({ countryCode, gym, nickname, bouts }: Fighter) {
  const country = countryCode ? countryName(countryCode) : null;
  return [nickname && `“${nickname}”`, country, gym, countOf(bouts, ['bout', 'bouts'])]
    .filter(Boolean)
    .join(', ');
}
