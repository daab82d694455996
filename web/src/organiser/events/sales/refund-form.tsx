import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSendKey } from '../../../api/send-key.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { FormProblem, fieldErrors } from '../../../ui/form/form-problem.tsx';
import { useLeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { readMoney } from '../../../ui/money/money.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './order-page.module.css';
import { buyerOf, moneyOf, reasonWords, refundable } from './order-words.ts';
import { type Order, refundOrder } from './orders.queries.ts';

type Reason = components['schemas']['RefundCreate']['reason'];

const reasons: readonly Reason[] = ['requested', 'event-canceled', 'not-watchable', 'other'];
const labels = { amount: 'Amount', reason: 'Reason' };

export function openRefundDialog(order: Order) {
  openModal({
    title: `Refund ${buyerOf(order)}`,
    content: (close) => <RefundForm order={order} close={close} />,
  });
}

/** A refund in full or in part; it says what happens to the access before anything is sent. */
function RefundForm({ order, close }: { order: Order; close: () => void }) {
  const queryClient = useQueryClient();
  const keyFor = useSendKey();
  const left = refundable(order);
  const currency = order.currency ?? '';
  const [kind, setKind] = useState('full');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<Reason>('requested');
  const [fault, setFault] = useState<{ error: unknown; at: number }>();
  const [isSaving, setIsSaving] = useState(false);
  const isBusy = useRef(false);
  useLeaveGuard(() => isSaving);

  const read = kind === 'full' ? { amount: left } : readMoney(typed, currency);
  const amount = 'amount' in read ? read.amount : undefined;
  const tooMuch =
    amount !== undefined && amount > left ? `At most ${moneyOf(order, left)} is left.` : undefined;
  const ownFault = 'fault' in read ? read.fault : tooMuch;
  const [isChecked, setIsChecked] = useState(false);

  async function refund() {
    setIsChecked(true);
    if (ownFault !== undefined || amount === undefined)
      return document.getElementById('refund-amount')?.focus();
    if (isBusy.current) return;
    isBusy.current = true;
    const isMeant = await confirm({
      title: `Refund ${moneyOf(order, amount)} to ${buyerOf(order)}?`,
      description: `${consequence(order, amount, reason)} This cannot be undone.`,
    });
    if (isMeant) await send(amount);
    isBusy.current = false;
  }

  async function send(sent: number) {
    setIsSaving(true);
    setFault(undefined);
    const { refundedAmount } = order;
    // The amount always stands there: "all that is left" may be another one when the call arrives.
    const body = { amount: sent, refundedAmount, reason };
    try {
      await refundOrder(order.id, { ...body, key: keyFor(body) });
      showToast({ id: 'refund', title: `${moneyOf(order, sent)} goes back`, tone: 'success' });
      close();
    } catch (error) {
      setFault({ error, at: Date.now() });
    }
    setIsSaving(false);
    await queryClient.invalidateQueries();
  }

  const issues = fieldErrors(fault?.error);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void refund();
      }}
    >
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={labels} idPrefix="refund-" /> : null}
      <Radio.Group label="How much" value={kind} onChange={setKind}>
        <Stack mt="xs">
          <Radio data-autofocus size="md" value="full" label={`All that is left: ${moneyOf(order, left)}`} />
          <Radio size="md" value="part" label="A part" />
        </Stack>
      </Radio.Group>
      {kind === 'part' ? (
        <TextInput
          id="refund-amount"
          size="md"
          label={`${labels.amount} in ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={(isChecked && ownFault) || issues.amount}
        />
      ) : null}
      <NativeSelect
        id="refund-reason"
        size="md"
        label={labels.reason}
        description="It stays here and in the audit log. The buyer does not see it."
        data={reasons.map((value) => ({ value, label: reasonWords[value] }))}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as Reason)}
        error={issues.reason}
      />
      <p className={classes.consequence} role="status">
        {ownFault === undefined && amount !== undefined ? consequence(order, amount, reason) : null}
      </p>
      <Button type="submit" loading={isSaving} className={classes.submit as string}>
        {amount === undefined || tooMuch ? 'Refund' : `Refund ${moneyOf(order, amount)}`}
      </Button>
    </form>
  );
}

/** What a refund means for the buyer. */
function consequence(order: Order, amount: number, reason: Reason) {
  const goes = `${moneyOf(order, amount)} goes back to the buyer.`;
  return amount >= refundable(order) && reason !== 'not-watchable'
    ? `${goes} That is all of it, so the access from this order ends at once, also for somebody who is watching.`
    : `${goes} The access stays.`;
}
