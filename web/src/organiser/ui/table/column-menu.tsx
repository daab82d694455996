import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { shownColumns, toggledColumns } from './columns.ts';
import classes from './filters.module.css';
import type { ListOf, ListOperation } from './list.ts';
import type { ListState } from './use-list-query.ts';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
}

/** Which columns are shown; the first one names the row and always stays. */
export function ColumnMenu<K extends ListOperation>({ list, state }: Props<K>) {
  const shown = new Set(shownColumns(list, state).map(({ key }) => key));
  return (
    <Menu position="bottom-end" withinPortal={false} closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.columns}
          leftSection={<IconColumns3 size={18} aria-hidden />}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.columns.slice(1).map(({ key, title }) => (
          <Menu.CheckboxItem
            key={key}
            checked={shown.has(key)}
            onChange={() => state.change({ columns: toggledColumns(list, state, key) })}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
