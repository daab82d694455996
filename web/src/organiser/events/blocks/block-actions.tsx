import { Button, Menu } from '@mantine/core';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import type { May } from '../use-may.ts';
import { DuplicateBlock, EditBlock } from './block-dialogs.tsx';
import type { EventOfBlocks } from './block-form.tsx';
import { canSwap } from './block-times.ts';
import type { Block } from './blocks.queries.ts';
import classes from './blocks-page.module.css';
import { askToDeleteBlock } from './delete-block.ts';
import { MoreMenu } from './more-menu.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { SwapDialog } from './swap-dialog.tsx';

interface Props {
  event: EventOfBlocks;
  block: Block;
  blocks: readonly Block[];
  may: May;
}

/** What an organiser can do with a block: edit, move, duplicate, delete. */
export function BlockActions({ event, block, blocks, may }: Props) {
  const queryClient = useQueryClient();
  const index = blocks.findIndex(({ id }) => id === block.id);

  /** Blocks that overlap have no order to turn round: their times are edited. */
  function swapWith(by: -1 | 1) {
    const neighbour = blocks[index + by];
    const [first, second] = by === 1 ? [block, neighbour] : [neighbour, block];
    if (!first || !second || !canSwap(first, second)) return undefined;
    return () => {
      openModal({
        title: `Move ${block.name} ${by === 1 ? 'later' : 'earlier'}`,
        size: 'lg',
        content: (close) => (
          <SwapDialog {...{ first, second, close }} movedId={block.id} zone={event.timezone} />
        ),
      });
    };
  }
  async function remove() {
    if (await askToDeleteBlock(block)) await queryClient.invalidateQueries();
  }
  if (!may.update && !may.create && !may.delete) return null;
  return (
    <div className={classes.actions}>
      {may.update ? (
        <>
          <MoveButtons
            name={block.name}
            words={['earlier', 'later']}
            onUp={swapWith(-1)}
            onDown={swapWith(1)}
          />
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            aria-label={`Edit ${block.name}`}
            onClick={() =>
              openModal({
                title: `Edit ${block.name}`,
                size: 'lg',
                content: (close) => <EditBlock event={event} blockId={block.id} close={close} />,
              })
            }
          >
            Edit
          </Button>
        </>
      ) : null}
      {may.create || may.delete ? (
        <MoreMenu name={block.name} onDelete={may.delete ? remove : undefined}>
          {may.create ? (
            <Menu.Item
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() =>
                openModal({
                  title: `Duplicate ${block.name}`,
                  size: 'lg',
                  content: (close) => <DuplicateBlock {...{ event, block, blocks, close }} />,
                })
              }
            >
              Duplicate
            </Menu.Item>
          ) : null}
        </MoreMenu>
      ) : null}
    </div>
  );
}
