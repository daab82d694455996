import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import { priceItems } from './bundle.queries.ts';
import { openBundleDialog } from './bundle-form.tsx';
import { bundleNote, itemKey, itemWords } from './bundle-words.ts';
import classes from './promotion-codes-page.module.css';

/** What is bought together with this event, because it has the same price. */
export function SoldTogether({ event, mayChange }: { event: EventWithBlocks; mayChange: boolean }) {
  const { blocks = [] } = event;
  const priceIds = [...new Set([event.stripePriceId, ...blocks.map((block) => block.stripePriceId)])].filter(
    (id) => id !== null && id !== undefined,
  );
  const answers = useQueries({ queries: priceIds.map((id) => priceItems(id)) });
  if (priceIds.length === 0) return null;
  const bundles = answers.flatMap(({ data }, index) =>
    data && data.data.length > 1 ? [{ priceId: priceIds[index] ?? '', items: data.data }] : [],
  );
  const own = event.stripePriceId;
  if (bundles.length === 0 && !(mayChange && own)) return null;
  return (
    <section className={classes.card} aria-labelledby="sold-together">
      <h3 id="sold-together" className={classes.title}>
        Sold together
      </h3>
      {bundles.length === 0 ? (
        <p className={classes.note}>The price of this event opens nothing else.</p>
      ) : null}
      {bundles.map(({ priceId, items }) => (
        <div key={priceId} className={classes.field}>
          <p className={classes.note}>One purchase opens all of this:</p>
          <ul className={classes.items}>
            {items.map((item) => {
              const note = bundleNote(item);
              return (
                <li key={itemKey(item)}>
                  <Link to={adminPaths.event.href(item.eventId)}>{itemWords(item)}</Link>
                  {note ? <span className={classes.muted}>{` ${note}`}</span> : null}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      {mayChange && own ? (
        <div>
          <Button
            variant="default"
            onClick={() =>
              openBundleDialog({
                priceId: own,
                eventId: event.id,
                items: answers[priceIds.indexOf(own)]?.data?.data ?? [],
              })
            }
          >
            Sell with other events
          </Button>
        </div>
      ) : null}
    </section>
  );
}
