import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import type { ListOf, ListOperation } from './list.ts';
import { readViews, type SavedView, viewNameLength, viewOf, writeViews } from './saved-views.ts';
import type { ListState } from './use-list-query.ts';
import classes from './view-menu.module.css';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
}

/** Filters that the organiser has named; they stay in this browser. */
export function ViewMenu<K extends ListOperation>({ list, state }: Props<K>) {
  const { pathname } = useLocation();
  const [views, setViews] = useState(() => readViews(list.operation));
  const current = viewOf(state.search);
  const stored = views.find(({ search }) => search === current);
  const fixed = (list.views ?? []).map(({ name, search }) => ({
    name,
    search: viewOf(new URLSearchParams(search)),
  }));
  const shown = stored ?? fixed.find(({ search }) => search === current);

  function keep(next: SavedView[]) {
    setViews(next);
    writeViews(list.operation, next);
  }
  function save() {
    openModal({
      title: 'Save this view',
      content: (close) => (
        <ViewForm
          onSave={(name) => {
            keep([...views.filter((view) => view.name !== name), { name, search: current }]);
            close();
          }}
        />
      ),
    });
  }
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconBookmark size={18} aria-hidden />}>
          {shown ? shown.name : 'Views'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fixed.length > 0 ? <Menu.Label>Views</Menu.Label> : null}
        <ViewItems views={fixed} pathname={pathname} />
        <Menu.Label>{views.length === 0 ? 'No saved views yet' : 'Your views'}</Menu.Label>
        <ViewItems views={views} pathname={pathname} />
        <Menu.Divider />
        {stored ? (
          <Menu.Item onClick={() => keep(views.filter((view) => view !== stored))}>
            Remove “{stored.name}”
          </Menu.Item>
        ) : (
          <Menu.Item onClick={save} disabled={current === '' || shown !== undefined}>
            Save this view
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function ViewItems({ views, pathname }: { views: readonly SavedView[]; pathname: string }) {
  return views.map(({ name, search }) => (
    <Menu.Item key={name} component={Link} to={`${pathname}?${search}`}>
      {name}
    </Menu.Item>
  ));
}

function ViewForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      className={classes.form}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <TextInput
        label="Name"
        description="The filters, the order and the columns are kept in this browser."
        value={name}
        maxLength={viewNameLength}
        required
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit">Save view</Button>
    </form>
  );
}
