import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { type Draft, lengths } from './remedy.ts';

interface Props {
  draft: Draft;
  change: (next: Partial<Draft>) => void;
  /** Those of the orders. */
  currencies: readonly string[];
  faults: Readonly<Record<string, string>>;
}

export function RemedyFields({ draft, change, currencies, faults }: Props) {
  return (
    <>
      <Radio.Group
        label="Remedy"
        value={draft.remedy}
        onChange={(remedy) => change({ remedy: remedy as Draft['remedy'] })}
      >
        <Stack mt="xs">
          <Radio size="md" value="refund" label="A part of the money back" />
          <Radio size="md" value="credit" label="A code for the next purchase" />
          <Radio size="md" value="replay" label="Access to the replay" />
        </Stack>
      </Radio.Group>
      {draft.remedy === 'replay' ? (
        <Radio.Group
          label="What it opens"
          value={draft.scope}
          onChange={(scope) => change({ scope: scope as Draft['scope'] })}
        >
          <Stack mt="xs">
            <Radio size="md" value="block" label="The block" />
            <Radio size="md" value="event" label="The whole event" />
          </Stack>
        </Radio.Group>
      ) : (
        <ShareFields draft={draft} change={change} currencies={currencies} faults={faults} />
      )}
      {draft.remedy === 'refund' ? null : (
        <NativeSelect
          id="remedy-endDate"
          size="md"
          label="Valid for"
          data={lengths.map((days) => ({ value: String(days), label: `${days} days` }))}
          value={draft.days}
          onChange={({ currentTarget }) => change({ days: currentTarget.value })}
        />
      )}
    </>
  );
}

function ShareFields({ draft, change, currencies, faults }: Props) {
  const isRefund = draft.remedy === 'refund';
  return (
    <>
      <Radio.Group
        label="How much"
        value={draft.kind}
        onChange={(kind) => change({ kind: kind as Draft['kind'] })}
      >
        <Stack mt="xs">
          <Radio
            size="md"
            value="percent"
            label={isRefund ? 'A part of what each has paid' : 'A percentage off'}
          />
          <Radio size="md" value="amounts" label="The same amount for all" />
        </Stack>
      </Radio.Group>
      {draft.kind === 'percent' ? (
        <TextInput
          id="remedy-percent"
          size="md"
          label="Percent"
          description={isRefund ? 'Rounded down, and never more than is left.' : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={draft.percent}
          onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
          error={faults.percent}
        />
      ) : (
        currencies.map((currency) => (
          <TextInput
            key={currency}
            id={`remedy-amount-${currency}`}
            size="md"
            label={`Amount in ${currency.toUpperCase()}`}
            description={isRefund ? 'Never more than is left.' : undefined}
            inputMode="decimal"
            autoComplete="off"
            value={draft.amounts[currency] ?? ''}
            onChange={({ currentTarget }) =>
              change({ amounts: { ...draft.amounts, [currency]: currentTarget.value } })
            }
            error={draft.amounts[currency] === undefined ? undefined : faults[`amount-${currency}`]}
          />
        ))
      )}
    </>
  );
}
