import { Button, VisuallyHidden } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../../clock.ts';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import { countOf } from '../../ui/table/list.ts';
import { placesOf } from '../banner/banner-words.ts';
import { clockRange } from '../blocks/time-range.tsx';
import { useMay } from '../use-may.ts';
import { BoutActions } from './bout-actions.tsx';
import { openNewBout } from './bout-dialogs.tsx';
import { BoutRow } from './bout-row.tsx';
import { boutsOf, type Card, type CardBlock } from './card-order.ts';
import classes from './card-page.module.css';
import { dragRow } from './row-drag.ts';
import { useCardOrder } from './use-card-order.ts';

interface Props {
  event: Pick<components['schemas']['Event'], 'id' | 'status' | 'startDate' | 'endDate' | 'timezone'>;
  stored: Card;
}

/** All blocks with their bouts; a bout can be moved through all of them. */
export function CardList({ event, stored }: Props) {
  const { id: eventId, timezone: zone } = event;
  const isSeen = event.status !== 'draft';
  const order = useCardOrder(eventId, stored, isSeen && isNear(event));
  const may = useMay();
  const bouts = boutsOf(order.card);
  const places = isSeen ? placesOf(order.card) : undefined;
  const grip = (event: PointerEvent) => {
    if (order.list.current) dragRow(event, order.list.current, order.drop);
  };
  const [firstBlock] = order.card;
  if (bouts.length === 0 && firstBlock) {
    const add = () => openNewBout(eventId, order.card, firstBlock.block.id);
    return (
      <EmptyState
        title="No bouts yet"
        action={may.update ? <Button onClick={add}>Add the first bout</Button> : null}
      >
        The card says who fights whom, and in which order. The last bout of a block is its main event. A
        corner can stay open until its fighter is known.
      </EmptyState>
    );
  }
  return (
    <div ref={order.list} className={classes.card}>
      {order.card.map((each) => (
        <BlockOfCard
          key={each.block.id}
          of={each}
          zone={zone}
          onAdd={may.update ? () => openNewBout(eventId, order.card, each.block.id) : undefined}
        >
          {each.bouts.map((bout, index) => (
            <BoutRow
              key={bout.id}
              bout={bout}
              number={bouts.indexOf(bout) + 1}
              total={bouts.length}
              isMainEvent={index > 0 && index === each.bouts.length - 1}
              onGrip={may.update && bouts.length > 1 ? grip : undefined}
            >
              {may.update ? (
                <BoutActions
                  eventId={eventId}
                  bout={bout}
                  place={places?.get(bout.id)}
                  onUp={order.move(bout.id, -1)}
                  onDown={order.move(bout.id, 1)}
                />
              ) : null}
            </BoutRow>
          ))}
        </BlockOfCard>
      ))}
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </div>
  );
}

/** Before that day, another order is no news. */
function isNear({ startDate, endDate }: Props['event']) {
  const now = serverNow();
  return Date.parse(startDate) - 24 * 3_600_000 < now && now < Date.parse(endDate);
}

interface BlockProps {
  of: CardBlock;
  zone: string;
  onAdd: (() => void) | undefined;
  children: ReactNode;
}

function BlockOfCard({ of, zone, onAdd, children }: BlockProps) {
  const { block, bouts } = of;
  return (
    <section className={classes.block} aria-labelledby={`card-${block.id}`}>
      <div className={classes.head}>
        <h3 id={`card-${block.id}`} className={classes.name}>
          {block.name}
        </h3>
        <p className={`tabular ${classes.when}`}>
          {clockRange({ ...block, zone })}
          {bouts.length > 0 ? `, ${countOf(bouts.length, ['bout', 'bouts'])}` : null}
        </p>
        {onAdd ? (
          <Button
            variant="subtle"
            px="xs"
            leftSection={<IconPlus size={18} aria-hidden />}
            aria-label={`Add a bout to ${block.name}`}
            onClick={onAdd}
          >
            Add a bout
          </Button>
        ) : null}
      </div>
      <ol className={classes.bouts} data-block={block.id}>
        {children}
      </ol>
      {bouts.length === 0 ? <p className={classes.none}>No bouts yet.</p> : null}
    </section>
  );
}
