import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { CloseButton, Combobox, Loader, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { findPeople, type Person } from '../../../api/people.ts';
import { keyOf } from '../../../ui/key-of.ts';
import { locales } from '../../../ui/locales.ts';
import classes from '../fields/picker.module.css';
import { usePicker } from '../fields/use-picker.ts';

interface Props {
  label: string;
  /** Who is picked. It may stay null, where each pick is added to a list: then the field is empty again. */
  value: Person | null;
  /** null: the field was emptied. */
  onChange: (person: Person | null) => void;
  id?: string;
  description?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  /** These are not offered, for example because they are on the list already. */
  except?: readonly string[];
  /** Offers a typed address that no account has. */
  onAddress?: (email: string) => void;
}

/** No id of a user looks like this. */
const addressOption = 'address';

/** Picks a user by typing a part of the name or of the e-mail address. Needs the permission identity.user:read. */
export function PersonPicker({ value, onChange, except = [], onAddress, ...field }: Props) {
  const { typed, wanted, combobox, input } = usePicker();
  const { dropdownOpened: isOpen } = combobox;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['people', wanted],
    queryFn: ({ signal }) => findPeople(wanted, signal),
    enabled: isOpen,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    meta: { showsProblem: true },
  });
  // The mark is a number: other people under it must not be picked unseen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the people count, not the combobox.
  useEffect(() => combobox.resetSelectedOption(), [data]);
  const isSettled = wanted === (typed ?? '').trim() && !isFetching;
  const offered = data?.data.filter(({ id }) => !except.includes(id)) ?? [];

  const address = (typed ?? '').trim().toLowerCase();
  const isNewAddress =
    onAddress !== undefined &&
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) &&
    isSettled &&
    !data?.data.some(({ email }) => email === address);

  function pick(id: string) {
    if (id === addressOption) {
      onAddress?.(address);
      combobox.closeDropdown();
      return;
    }
    const person = offered.find((each) => each.id === id);
    if (!person) return;
    onChange(person);
    combobox.closeDropdown();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false} size="md">
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...field}
          size="md"
          spellCheck={false}
          placeholder={field.placeholder ?? 'Name or e-mail address'}
          value={typed ?? (value ? nameOf(value) : '')}
          rightSection={
            isOpen && isFetching ? (
              <Loader size={18} aria-hidden />
            ) : value && !field.disabled ? (
              <CloseButton size="md" aria-label={`Clear ${field.label}`} onClick={() => onChange(null)} />
            ) : null
          }
          {...input}
          onKeyDown={(event) => {
            // A whole address and Enter: nothing has to be chosen from one line.
            if (keyOf(event.nativeEvent) !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            const only = offered.length === 1 && !isNewAddress ? offered[0] : undefined;
            if (isNewAddress || only?.email === address) {
              event.preventDefault();
              pick(only?.id ?? addressOption);
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown as string}>
        <Combobox.Options aria-label={field.label} className={classes.options as string}>
          {offered.map((person) => (
            <Combobox.Option key={person.id} value={person.id} className={classes.option as string}>
              <span className={classes.name}>{person.name}</span>
              <span className={classes.note}>{person.email}</span>
            </Combobox.Option>
          ))}
          {isNewAddress ? (
            <Combobox.Option value={addressOption} className={classes.option as string}>
              <span className={classes.name}>{address}</span>
              <span className={classes.note}>No account has this address. Use it all the same.</span>
            </Combobox.Option>
          ) : (
            <State isError={isError && !data} isSettled={isSettled} count={offered.length} />
          )}
        </Combobox.Options>
        {data && data.total > data.data.length ? (
          <Combobox.Footer className={classes.more as string}>
            {`${data.total.toLocaleString(locales)} people fit. Type more of the name or the address.`}
          </Combobox.Footer>
        ) : null}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function State({ isError, isSettled, count }: { isError: boolean; isSettled: boolean; count: number }) {
  if (isError) return <Combobox.Empty>The people could not be loaded.</Combobox.Empty>;
  if (count > 0) return null;
  return <Combobox.Empty>{isSettled ? 'Nobody fits.' : 'Searching'}</Combobox.Empty>;
}

function nameOf({ name, email }: Person) {
  return name === email ? email : `${name} (${email})`;
}
