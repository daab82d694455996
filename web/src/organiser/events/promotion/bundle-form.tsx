import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { useLeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { EventPicker } from '../choosing/event-picker.tsx';
import { eventWithBlocks } from '../choosing/event-with-blocks.ts';
import { type PriceItem, priceItems, updatePriceItems } from './bundle.queries.ts';
import { bundleNote, itemKey, itemWords } from './bundle-words.ts';
import classes from './promotion-codes-page.module.css';

interface Bundle {
  priceId: string;
  /** The event from which the dialog was opened; it keeps its price. */
  eventId: string;
  items: PriceItem[];
}

export function openBundleDialog(bundle: Bundle) {
  openModal({
    title: 'Sold together',
    content: (close) => <BundleForm {...bundle} close={close} />,
  });
}

interface Added {
  item: PriceItem;
  /** The price that it has until now. */
  before: string | null;
}

/** Puts one price on several events; nothing changes before it is saved, and then all of it or nothing. */
function BundleForm({ priceId, eventId, items, close }: Bundle & { close: () => void }) {
  const queryClient = useQueryClient();
  const [added, setAdded] = useState<Added[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const [fault, setFault] = useState<{ error: unknown; at: number }>();
  const [isSaving, setIsSaving] = useState(false);
  const isBusy = useRef(false);
  const isDirty = added.length + removed.length > 0;
  useLeaveGuard(() => isDirty);
  const shown = [...items, ...added.map(({ item }) => item)];

  async function add(id: string) {
    if (shown.some((item) => item.eventId === id && item.blockId === null)) {
      setRemoved(removed.filter((key) => key !== itemKey({ eventId: id, blockId: null })));
      return;
    }
    try {
      const event = await queryClient.fetchQuery(eventWithBlocks(id));
      const { name, slug, status, stripePriceId = null, saleStartDate = null, saleEndDate = null } = event;
      const item = {
        eventId: id,
        eventName: name,
        eventSlug: slug,
        eventStatus: status,
        saleStartDate,
        saleEndDate,
        blockId: null,
        blockName: null,
        blockSlug: null,
      };
      setAdded((now) => [...now.filter((one) => one.item.eventId !== id), { item, before: stripePriceId }]);
    } catch (error) {
      setFault({ error, at: Date.now() });
    }
  }

  function remove(item: PriceItem) {
    const key = itemKey(item);
    const kept = added.filter((one) => itemKey(one.item) !== key);
    if (kept.length < added.length) setAdded(kept);
    else setRemoved([...removed, key]);
  }

  async function save() {
    if (isBusy.current || !isDirty) return;
    isBusy.current = true;
    setIsSaving(true);
    setFault(undefined);
    try {
      await updatePriceItems(priceId, {
        add: added.map(({ item, before }) => ({
          eventId: item.eventId,
          blockId: item.blockId,
          stripePriceId: before,
        })),
        remove: items
          .filter((item) => removed.includes(itemKey(item)))
          .map((item) => ({ eventId: item.eventId, blockId: item.blockId })),
      });
      showToast({ id: 'saved', title: 'What is sold together is saved', tone: 'success' });
      close();
      await queryClient.invalidateQueries();
    } catch (error) {
      setFault({ error, at: Date.now() });
      await queryClient.invalidateQueries({ queryKey: priceItems(priceId).queryKey });
    }
    isBusy.current = false;
    setIsSaving(false);
  }

  const rows = shown.filter((item) => !removed.includes(itemKey(item)));
  return (
    <form
      noValidate
      className={classes.amounts}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void save();
      }}
    >
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={{}} /> : null}
      <p className={classes.note}>
        Who pays this price gets all of it. What was bought before stays as it was bought.
      </p>
      <ul className={classes.rows}>
        {rows.map((item) => {
          const note = bundleNote(item);
          const before = added.find((one) => itemKey(one.item) === itemKey(item))?.before;
          return (
            <li key={itemKey(item)} className={classes.row}>
              <span>
                {itemWords(item)}
                {note ? <span className={classes.muted}>{` ${note}`}</span> : null}
                {before ? <span className={classes.muted}> (it loses the price that it has now)</span> : null}
              </span>
              {item.eventId === eventId && item.blockId === null ? null : (
                <Button
                  variant="default"
                  aria-label={`Remove ${itemWords(item)}`}
                  onClick={() => remove(item)}
                >
                  Remove
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <EventPicker label="Add an event" value={null} onChange={(id) => void add(id)} />
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        Save
      </Button>
    </form>
  );
}
