import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { usualCurrency } from './currencies.ts';
import { openNewPrice } from './new-price-form.tsx';
import classes from './price-field.module.css';
import { priceWords, soldWith } from './price-words.ts';
import { providerPrices } from './prices.queries.ts';

interface Props {
  id: string;
  label: string;
  /** The id of a price, or empty. */
  value: string;
  onChange: (priceId: string) => void;
  error?: ReactNode;
  /** What the price is for, as a sentence. */
  purpose: string;
  /** What has the price: the whole event (null) or a block, whose id is empty before it is created. */
  owner: { eventId: string; blockId: string | null };
  /** The name that a new price gets unless another one is typed. */
  newName: string;
}

/** Picks a price of the payment provider, or creates one. Without the permission to read them it is an id. */
export function PriceField(props: Props) {
  const { permissions } = useSession();
  const mayRead = holdsAll(permissions, ['event:read', 'price:read']);
  const prices = useQuery({ ...providerPrices(), enabled: mayRead });
  // Without payments, or while the provider does not answer, an id can still be given.
  return mayRead && !(prices.isError && !prices.data) ? (
    <PickedPrice {...props} prices={prices.data} />
  ) : (
    <PriceId {...props} isUnavailable={mayRead} />
  );
}

function PriceId({
  id,
  label,
  value,
  onChange,
  error,
  purpose,
  isUnavailable,
}: Props & { isUnavailable: boolean }) {
  return (
    <TextInput
      id={id}
      size="md"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      autoCapitalize="none"
      spellCheck={false}
      description={`${isUnavailable ? 'The payment provider does not answer, so enter the id of a price, for example price_1Q2w3E.' : 'The id of a price at the payment provider, for example price_1Q2w3E.'} ${purpose}`}
    />
  );
}

type Prices = Awaited<ReturnType<NonNullable<ReturnType<typeof providerPrices>['queryFn']>>>;

function PickedPrice({ prices, ...props }: Props & { prices: Prices | undefined }) {
  const { id, label, value, onChange, error, purpose, owner, newName } = props;
  const { permissions } = useSession();
  const known = prices?.data ?? [];
  const chosen = known.find((price) => price.id === value);
  const others = chosen ? soldWith(chosen, owner) : [];
  const data = known.map((price) => ({ value: price.id, label: priceWords(price) }));
  // An old or inactive price, or one that was just created, stays chosen.
  if (value !== '' && !chosen) data.unshift({ value, label: value });
  return (
    <div className={classes.field}>
      <Select
        // It keeps the words of an option that was not known yet, for example of a new price.
        key={value !== '' && !chosen ? 'unknown' : 'known'}
        id={id}
        size="md"
        label={label}
        description={purpose}
        placeholder={prices ? 'Not sold' : 'Loading the prices'}
        data={data}
        value={value || null}
        onChange={(priceId) => onChange(priceId ?? '')}
        error={error}
        searchable
        selectFirstOptionOnChange
        limit={shownAtOnce}
        nothingFoundMessage="No price fits"
        // Enter chooses; typed fast, it must not send the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        comboboxProps={{ withinPortal: false, keepMounted: false }}
      />
      {prices && value !== '' && !chosen ? (
        <p className={classes.note}>
          The payment provider does not sell this price: it is inactive, or not paid once. Choose another one.
        </p>
      ) : null}
      {others.length > 0 ? (
        <p className={classes.note}>{`This price also opens: ${others.join('; ')}.`}</p>
      ) : null}
      {prices?.hasMore ? <p className={classes.note}>These are the newest 1,000 prices.</p> : null}
      <div className={classes.actions}>
        {holdsAll(permissions, ['price:create']) ? (
          <Button
            variant="default"
            onClick={() =>
              openNewPrice({ name: newName, currency: usualCurrency(known), onCreated: onChange })
            }
          >
            New price
          </Button>
        ) : null}
        {value === '' ? null : (
          <Button variant="default" onClick={() => onChange('')}>
            Remove the price
          </Button>
        )}
      </div>
    </div>
  );
}

const shownAtOnce = 60;
