import '@mantine/core/styles/Input.layer.css';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { keyOf } from '../../../ui/key-of.ts';
import { PersonPicker } from '../../ui/people/person-picker.tsx';
import { isAddress, type Recipient } from './recipients.ts';
import classes from './who-field.module.css';

interface Props {
  people: readonly Recipient[];
  onChange: (people: readonly Recipient[]) => void;
  canFindPeople: boolean;
}

export function WhoTyped({ people, onChange, canFindPeople }: Props) {
  function add(person: Recipient) {
    if (!people.some(({ email }) => email === person.email)) onChange([...people, person]);
  }
  return (
    <>
      {canFindPeople ? (
        <PersonPicker
          label="Add a person"
          description="By name or e-mail address. An address without an account waits for the person who confirms it."
          value={null}
          except={people.flatMap((person) => ('userId' in person ? [person.userId] : []))}
          onChange={(person) => person && add({ userId: person.id, name: person.name, email: person.email })}
          onAddress={(email) => add({ email })}
        />
      ) : (
        <AddressInput onAdd={(email) => add({ email })} />
      )}
      {people.length > 0 ? (
        <ul className={classes.people} aria-label="People">
          {people.map((person) => (
            <li key={person.email} className={classes.person}>
              <span className={classes.who}>
                <span className={classes.name}>{'userId' in person ? person.name : person.email}</span>
                {'userId' in person ? <span className={classes.note}>{person.email}</span> : null}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={`Remove ${person.email}`}
                onClick={() => onChange(people.filter((each) => each !== person))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** For organisers who may not search the accounts: the whole address. */
function AddressInput({ onAdd }: { onAdd: (email: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  function add() {
    const email = typed.trim().toLowerCase();
    if (!isAddress(email)) return setError('This is not an e-mail address.');
    onAdd(email);
    setTyped('');
    setError('');
  }
  return (
    <div className={classes.addressInput}>
      <TextInput
        type="email"
        size="md"
        label="Add an e-mail address"
        description="An address without an account waits for the person who confirms it."
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (keyOf(event.nativeEvent) !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" size="md" onClick={add}>
        Add
      </Button>
    </div>
  );
}
