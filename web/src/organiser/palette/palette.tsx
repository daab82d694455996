import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, Modal, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconCalendarEvent,
  IconLayoutSidebar,
  IconSearch,
  IconSwords,
  IconUser,
  IconUserStar,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { useReturnFocus } from '../../ui/dialogs/use-return-focus.ts';
import { keyOf } from '../../ui/key-of.ts';
import { findPages, type Hit, useFoundHits } from './hits.ts';
import classes from './palette.module.css';
import { readRecent, rememberChoice } from './recent-choices.ts';

const debounceMs = 300;
const icons = {
  page: IconLayoutSidebar,
  event: IconCalendarEvent,
  fighter: IconUserStar,
  bout: IconSwords,
  user: IconUser,
};

/** Opens a page, an event, a fighter, a fight or a user by a few letters (docs/product.md, 20.14). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { email, permissions } = useSession();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [wanted] = useDebouncedValue(text, debounceMs);
  const found = useFoundHits(wanted, permissions);
  useReturnFocus();
  const combobox = useCombobox({ opened: true });
  const [recent] = useState(() => readRecent(email).filter(({ needs }) => holdsAll(permissions, needs)));

  const pages = findPages(text, permissions);
  const isSettled = wanted === text && !found.isSearching;
  const groups: { title: string; hits: Hit[] }[] =
    text === ''
      ? [
          { title: 'Recent', hits: recent },
          { title: 'Pages', hits: pages.filter(({ href }) => recent.every((hit) => hit.href !== href)) },
        ]
      : [
          { title: 'Pages', hits: pages },
          { title: 'Events', hits: found.events },
          { title: 'Fighters', hits: found.fighters },
          { title: 'Fights', hits: found.bouts },
          { title: 'Users', hits: found.users },
        ];
  const hits = groups.flatMap((group) => group.hits);
  const shown = hits.map(({ href }) => href).join(' ');
  // The mark is a number: another hit under it must not be opened unseen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the hits count, not the combobox.
  useEffect(() => combobox.resetSelectedOption(), [shown]);

  function choose(href: string) {
    const hit = hits.find((each) => each.href === href);
    if (!hit) return;
    rememberChoice(email, hit);
    onClose();
    void navigate(hit.href);
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="36rem"
      yOffset="12dvh"
      centered={false}
      returnFocus
      classNames={{ content: classes.content as string }}
    >
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content aria-label="Search the admin area">
        <Combobox store={combobox} onOptionSubmit={choose} size="md">
          <div className={classes.field}>
            <IconSearch size={20} aria-hidden className={classes.icon} />
            <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
              <input
                className={classes.input}
                aria-label="Search events, fighters, fights, users and pages"
                placeholder="Search events, fighters, fights, users, pages"
                spellCheck={false}
                maxLength={255}
                data-autofocus
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                onKeyDown={(event) => {
                  // The list is always open, so Escape never reaches the dialog.
                  const key = keyOf(event.nativeEvent);
                  if (key === 'Escape') onClose();
                  const isMarked = combobox.getSelectedOptionIndex() !== -1;
                  // Without a mark, Enter opens the first hit, as soon as all of them are known.
                  if (key === 'Enter' && !isMarked && isSettled) choose(hits[0]?.href ?? '');
                }}
              />
            </Combobox.EventsTarget>
          </div>
          <Combobox.Options className={classes.options as string} aria-label="Hits">
            {groups
              .filter((group) => group.hits.length > 0)
              .map(({ title, hits: shownHits }) => (
                <Combobox.Group key={title} label={title}>
                  {shownHits.map((hit) => (
                    <HitOption key={hit.href} hit={hit} />
                  ))}
                </Combobox.Group>
              ))}
          </Combobox.Options>
          <p className={classes.state} role="status">
            {stateOf({ count: hits.length, isSettled, isFailed: found.isFailed })}
          </p>
        </Combobox>
      </Modal.Content>
    </Modal.Root>
  );
}

function HitOption({ hit: { kind, label, detail, href } }: { hit: Hit }) {
  const Icon = icons[kind];
  return (
    <Combobox.Option value={href} className={classes.option as string}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        {detail ? <span className={classes.detail}>{detail}</span> : null}
      </span>
    </Combobox.Option>
  );
}

interface State {
  count: number;
  isSettled: boolean;
  isFailed: boolean;
}

function stateOf({ count, isSettled, isFailed }: State) {
  if (!isSettled) return 'Searching';
  if (isFailed) return 'Events, fighters, fights or users could not be searched.';
  if (count === 0) return 'Nothing fits.';
  return count === 1 ? '1 hit. Enter opens it.' : `${count} hits. Enter opens the first one.`;
}
