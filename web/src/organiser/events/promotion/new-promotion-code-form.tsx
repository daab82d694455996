import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSendKey } from '../../../api/send-key.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { ownZone } from '../../ui/fields/zones.ts';
import { eventsQueries } from '../events.queries.ts';
import { providerPrices } from '../pricing/prices.queries.ts';
import { SaleTimeField } from '../pricing/sale-time-field.tsx';
import { AmountsField } from './amounts-field.tsx';
import { checkPromotion, emptyPromotion, type PromotionValues, promotionBody } from './new-promotion-code.ts';
import { PricesField } from './prices-field.tsx';
import { createPromotionCode } from './promotion.queries.ts';

const labels = {
  code: 'Code',
  name: 'Name',
  percentOff: 'Percentage',
  amountsOff: 'Amount',
  priceIds: 'Only for',
  maxRedemptions: 'Number of uses',
  expiresAt: 'End',
  isFirstPurchaseOnly: 'First purchases only',
};

export function openNewPromotionCode() {
  openModal({ title: 'New promotion code', content: (close) => <LoadedForm close={close} /> });
}

/** The zone of the site, and the currency that is used, are known before something is typed. */
function LoadedForm({ close }: { close: () => void }) {
  const site = useQuery(eventsQueries.site());
  const prices = useQuery(providerPrices());
  if (site.isPending || prices.isPending) return <Skeleton height={480} />;
  return (
    <NewPromotionCodeForm
      zone={site.data?.defaultTimezone ?? ownZone()}
      currency={prices.data?.data[0]?.currency ?? 'eur'}
      close={close}
    />
  );
}

function NewPromotionCodeForm({
  zone,
  currency,
  close,
}: {
  zone: string;
  currency: string;
  close: () => void;
}) {
  const queryClient = useQueryClient();
  const keyFor = useSendKey();
  const state = useApiForm<PromotionValues>({
    isNew: true,
    stored: { etag: '', values: emptyPromotion(currency) },
    labels,
    check: checkPromotion,
    save: async (typed) => {
      const body = promotionBody({ ...emptyPromotion(currency), ...typed });
      const answer = await createPromotionCode({ ...body, key: keyFor(body) });
      if (answer.data)
        showToast({ id: 'saved', title: `The code ${answer.data.code} can be used`, tone: 'success' });
      return answer;
    },
    onSaved: async () => {
      close();
      await queryClient.invalidateQueries();
    },
  });
  const { form, field } = state;
  const { kind, amountsOff, priceIds, expiresAt, isFirstPurchaseOnly } = form.getValues();
  const { value: _value, ...firstOnly } = field('isFirstPurchaseOnly');
  return (
    <ApiForm state={state} submitLabel="Create the code">
      <TextInput
        {...field('name')}
        size="md"
        withAsterisk
        maxLength={40}
        data-autofocus
        description="Buyers see it on the payment page, for example Early birds."
      />
      <TextInput
        {...field('code')}
        size="md"
        maxLength={50}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        description="What buyers type. Left empty, one is made that nobody can guess."
      />
      <Radio.Group
        label="It takes off"
        value={kind}
        onChange={(next) => form.setFieldValue('kind', next as never)}
      >
        <Stack mt="xs">
          <Radio size="md" value="percent" label="A percentage" />
          <Radio size="md" value="amount" label="An amount" />
        </Stack>
      </Radio.Group>
      {kind === 'percent' ? (
        <TextInput
          {...field('percentOff')}
          size="md"
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          description="With 100 the purchase is free."
        />
      ) : (
        <AmountsField
          id={field('amountsOff').id}
          value={amountsOff}
          onChange={(next) => form.setFieldValue('amountsOff', next)}
          errors={form.errors}
        />
      )}
      <PricesField
        {...field('priceIds')}
        value={priceIds}
        onChange={(next) => form.setFieldValue('priceIds', next)}
      />
      <TextInput
        {...field('maxRedemptions')}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        description="By all buyers together. Left empty, any number."
      />
      <SaleTimeField
        {...field('expiresAt')}
        value={expiresAt}
        onChange={(next) => form.setFieldValue('expiresAt', next)}
        zone={zone}
        without="It never expires. You can switch it off."
      />
      <CheckField
        {...firstOnly}
        checked={isFirstPurchaseOnly}
        onChange={({ currentTarget }) => form.setFieldValue('isFirstPurchaseOnly', currentTarget.checked)}
        description="For people who have never paid. A link carries such a code for signed-in buyers only; others enter it on the payment page."
      />
    </ApiForm>
  );
}
