import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { leastAmountOf } from '@ringside/rules/least-amounts';
import { useQueryClient } from '@tanstack/react-query';
import { useSendKey } from '../../../api/send-key.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { formatMoney, type ReadMoney, readMoney } from '../../../ui/money/money.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { currencyChoices } from './currencies.ts';
import classes from './price-field.module.css';
import { createPrice } from './prices.queries.ts';

interface Options {
  name: string;
  currency: string;
  onCreated: (priceId: string) => void;
}

export function openNewPrice(options: Options) {
  openModal({
    title: 'New price',
    content: (close) => <NewPriceForm {...options} close={close} />,
  });
}

interface Values {
  name: string;
  /** As it is typed; the contract's field is the amount in the smallest unit. */
  unit_amount: string;
  currency: string;
}

/** Creates a price at the payment provider. It never changes afterwards; a new amount is a new price. */
function NewPriceForm({ name, currency, onCreated, close }: Options & { close: () => void }) {
  const queryClient = useQueryClient();
  const keyFor = useSendKey();
  const state = useApiForm<Values>({
    isNew: true,
    stored: { etag: '', values: { name: name.slice(0, 255), unit_amount: '', currency } },
    labels: { name: 'Name', unit_amount: 'Amount', currency: 'Currency' },
    check: (typed): Record<string, string> => {
      const read = readPrice(typed.unit_amount, typed.currency);
      return 'fault' in read ? { unit_amount: read.fault } : {};
    },
    save: async (typed) => {
      const { name: product = '', unit_amount: text = '', currency: code = currency } = typed;
      const read = readPrice(text, code);
      const body = { name: product, currency: code, unit_amount: 'amount' in read ? read.amount : 0 };
      const answer = await createPrice({ ...body, key: keyFor(body) });
      if (answer.data) onCreated(answer.data.id);
      return answer;
    },
    onSaved: async () => {
      showToast({ id: 'saved', title: 'The price is created. Save to sell by it', tone: 'success' });
      close();
      await queryClient.invalidateQueries();
    },
  });
  const { form, field } = state;
  const values = form.getValues();
  const read = readPrice(values.unit_amount, values.currency);
  return (
    <ApiForm state={state} submitLabel="Create the price">
      <TextInput
        {...field('name')}
        size="md"
        withAsterisk
        maxLength={255}
        data-autofocus
        description="Buyers see it on the payment page."
      />
      <div className={classes.amount}>
        <TextInput {...field('unit_amount')} size="md" withAsterisk inputMode="decimal" autoComplete="off" />
        <NativeSelect {...field('currency')} size="md" data={currencyChoices(values.currency)} />
      </div>
      <p role="status" className={classes.note}>
        {'amount' in read ? `Buyers pay ${formatMoney(read.amount, values.currency)}.` : null}
      </p>
    </ApiForm>
  );
}

/** What the provider would refuse on the payment page is refused here. */
function readPrice(typed: string, currency: string): ReadMoney {
  const read = readMoney(typed, currency);
  const least = leastAmountOf(currency) ?? 0;
  return 'amount' in read && read.amount < least
    ? { fault: `The payment provider takes no less than ${formatMoney(least, currency)}.` }
    : read;
}
