import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { PickedFile, Recipient } from './recipients.ts';
import classes from './who-field.module.css';
import { WhoFile } from './who-file.tsx';
import { WhoPasted } from './who-pasted.tsx';
import { WhoTyped } from './who-typed.tsx';

type Way = 'typed' | 'pasted' | 'file';

export interface Who {
  way: Way;
  people: readonly Recipient[];
  pasted: string;
  file: PickedFile | null;
}

interface Props {
  value: Who;
  onChange: (change: Partial<Who>) => void;
  /** Whether the organiser may search the accounts. */
  canFindPeople: boolean;
}

/** Who gets the access: by typing, from a pasted list, or from a file. */
export function WhoField({ value, onChange, canFindPeople }: Props) {
  return (
    <Tabs
      value={value.way}
      onChange={(way) => onChange({ way: (way ?? 'typed') as Way })}
      keepMounted={false}
      classNames={{ panel: classes.panel as string, tab: classes.tab as string }}
    >
      <Tabs.List aria-label="How to name the people">
        <Tabs.Tab value="typed">Type names</Tabs.Tab>
        <Tabs.Tab value="pasted">Paste a list</Tabs.Tab>
        <Tabs.Tab value="file">CSV file</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="typed">
        <WhoTyped
          people={value.people}
          onChange={(people) => onChange({ people })}
          canFindPeople={canFindPeople}
        />
      </Tabs.Panel>
      <Tabs.Panel value="pasted">
        <WhoPasted text={value.pasted} onChange={(pasted) => onChange({ pasted })} />
      </Tabs.Panel>
      <Tabs.Panel value="file">
        <WhoFile file={value.file} onChange={(file) => onChange({ file })} />
      </Tabs.Panel>
    </Tabs>
  );
}
