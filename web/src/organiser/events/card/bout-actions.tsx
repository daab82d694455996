import { Button, Menu } from '@mantine/core';
import { boutName } from '@ringside/rules/bout-words';
import { IconBan, IconPencil, IconRestore, IconSpeakerphone } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { done } from '../../../api/done.ts';
import { isProblem } from '../../../api/problem.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { proposedBanner } from '../banner/banner-words.ts';
import { openBanner } from '../banner/tell-viewers.tsx';
import { MoreMenu } from '../blocks/more-menu.tsx';
import { MoveButtons } from '../blocks/move-buttons.tsx';
import { openBout } from './bout-dialogs.tsx';
import { CancelForm } from './cancel-form.tsx';
import { type Bout, deleteBout, updateBout } from './card.queries.ts';

interface Props {
  eventId: string;
  bout: Bout;
  /** As viewers count; undefined: they do not see the card. */
  place: string | undefined;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** What an organiser can do with a bout: move, cancel, announce again, delete. */
export function BoutActions({ eventId, bout, place, onUp, onDown }: Props) {
  const queryClient = useQueryClient();
  const path = { eventId, boutId: bout.id };
  const name = boutName(bout);
  const isCancelled = bout.status === 'cancelled';

  async function run(call: () => Promise<unknown>, [good, bad]: readonly [string, string]) {
    try {
      await call();
      showToast({ id: 'card', tone: 'success', title: `${name} ${good}` });
    } catch (error) {
      const description = isProblem(error) ? error.detail : 'The server could not be reached. Try again.';
      showToast({ id: 'card', tone: 'warning', title: `${name} ${bad}`, description });
    }
    await queryClient.invalidateQueries();
  }
  const announce = () =>
    run(
      () => done(updateBout(path, { status: 'announced', statusReason: null })),
      ['is announced again', 'stays cancelled'],
    );
  async function remove() {
    const isMeant = await confirm({
      title: `Delete ${name}?`,
      description: isCancelled
        ? 'Viewers no longer read that it was cancelled, and why. This cannot be undone.'
        : 'It disappears as if it had never been announced. If it does not take place, cancel it instead: viewers then read why. Who asked to be told of it hears that it is cancelled.',
    });
    if (isMeant) await run(() => deleteBout(path), ['is deleted', 'is not deleted']);
  }
  return (
    <>
      <span data-move>
        <MoveButtons name={name} words={['up', 'down']} onUp={onUp} onDown={onDown} />
      </span>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={`Edit ${name}`}
        onClick={() => openBout(path, bout, place)}
      >
        Edit
      </Button>
      <MoreMenu name={name} onDelete={remove}>
        {place ? (
          <Menu.Item
            leftSection={<IconSpeakerphone size={18} aria-hidden />}
            onClick={() => openBanner(eventId, proposedBanner(bout, place))}
          >
            Tell viewers
          </Menu.Item>
        ) : null}
        {isCancelled ? (
          <Menu.Item leftSection={<IconRestore size={18} aria-hidden />} onClick={() => void announce()}>
            Announce again
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconBan size={18} aria-hidden />}
            onClick={() =>
              openModal({
                title: `Cancel ${name}?`,
                content: (close) => <CancelForm {...{ path, bout, place, close }} />,
              })
            }
          >
            Cancel the bout
          </Menu.Item>
        )}
      </MoreMenu>
    </>
  );
}
