import type { Bell } from '@ringside/rules/bell';
import { boutName, nameIn } from '@ringside/rules/bout-words';
import { type ResultMethod, resultMethods, winnersOf } from '@ringside/rules/result';
import { methodWords } from '@ringside/rules/result-words';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './result-form.module.css';
import {
  bodyOf,
  checkResult,
  hasCards,
  hasRound,
  mostCards,
  type ResultValues,
  resultLabels,
  valuesFrom,
  valuesOf,
  winnerAfter,
} from './result-values.ts';
import { type Bout, type Result, resultQueries, signResult } from './results.queries.ts';

interface Props {
  eventId: string;
  bout: Bout;
  bells: readonly Bell[];
  /** The newest version that is known. */
  newest: Result | undefined;
  needsConfirmation: boolean;
}

export function openResultForm(props: Props) {
  openModal({
    title: `${props.newest ? 'Correct' : 'Result of'} ${boutName(props.bout)}`,
    size: '40rem',
    content: (close) => <ResultForm {...props} close={close} />,
  });
}

function ResultForm({
  eventId,
  bout,
  bells,
  newest,
  needsConfirmation,
  close,
}: Props & { close: () => void }) {
  const queryClient = useQueryClient();
  const state = useApiForm<ResultValues>({
    isNew: true,
    stored: { etag: '', values: newest ? valuesOf(newest) : valuesFrom(bout, bells) },
    labels: resultLabels,
    check: (values) => checkResult(values, bout),
    save: (values) =>
      signResult(
        { eventId, boutId: bout.id },
        bodyOf(values as Required<typeof values>, bout, newest?.version ?? 0),
      ),
    onSaved: async () => {
      close();
      showToast({
        id: 'result',
        tone: 'success',
        title: 'Signed',
        description: needsConfirmation ? 'A second person confirms it.' : 'It is official.',
      });
      await queryClient.invalidateQueries(resultQueries.board(eventId));
    },
  });
  const { form, field } = state;
  const values = form.getValues();
  return (
    <ApiForm state={state} submitLabel={newest ? 'Sign the correction' : 'Sign the result'}>
      <NativeSelect
        {...field('method')}
        size="md"
        data-autofocus
        onChange={({ currentTarget }) => {
          const method = currentTarget.value as ResultMethod | '';
          form.setValues({ method, winner: winnerAfter(method, values.winner) });
        }}
        data={[
          { value: '', label: 'Choose' },
          ...resultMethods.map((method) => ({ value: method, label: methodWords[method] })),
        ]}
      />
      <WinnerField state={state} bout={bout} method={values.method} />
      {hasRound(values.method) ? (
        <div className={classes.pair}>
          <TextInput {...field('round')} size="md" inputMode="numeric" autoComplete="off" />
          <TextInput {...field('seconds')} size="md" placeholder="1:34" autoComplete="off" />
        </div>
      ) : null}
      {hasCards(values.method) ? <Scorecards state={state} cards={values.scorecards} /> : null}
      <TextInput
        {...field('note')}
        size="md"
        maxLength={255}
        description="Viewers who ask for the result read it."
      />
      {newest ? (
        <TextInput {...field('reason')} size="md" maxLength={255} description="Organisers read it." />
      ) : null}
    </ApiForm>
  );
}

interface PartProps {
  state: ReturnType<typeof useApiForm<ResultValues>>;
}

function WinnerField({ state, bout, method }: PartProps & { bout: Bout; method: ResultMethod | '' }) {
  const { id, label, error, value, onChange } = state.field('winner');
  const possible = method === '' ? (['red', 'blue', 'draw'] as const) : winnersOf(method);
  const words = { red: nameIn(bout, 'red'), blue: nameIn(bout, 'blue'), draw: 'Draw', none: 'Nobody' };
  return (
    <Radio.Group size="md" id={id} label={label} error={error} value={value} onChange={onChange}>
      <div className={classes.winners}>
        {possible.map((winner) => (
          <div key={winner} className={classes.winner} data-corner={winner}>
            <Radio
              size="md"
              value={winner}
              label={words[winner]}
              description={
                winner === 'red' || winner === 'blue' ? `${resultCorners[winner]} corner` : undefined
              }
            />
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

const resultCorners = { red: 'Red', blue: 'Blue' } as const;

function Scorecards({ state, cards }: PartProps & { cards: ResultValues['scorecards'] }) {
  const { form, field } = state;
  return (
    <fieldset className={classes.cards}>
      <legend className={classes.legend}>Scorecards</legend>
      {cards.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a scorecard has nothing else that stays
        <div key={index} className={classes.card}>
          <TextInput {...field(`scorecards.${index}.judge`)} size="md" maxLength={255} />
          <TextInput {...field(`scorecards.${index}.red`)} size="md" inputMode="numeric" />
          <TextInput {...field(`scorecards.${index}.blue`)} size="md" inputMode="numeric" />
          <Button
            variant="subtle"
            px="xs"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => form.removeListItem('scorecards', index)}
          >
            {`Remove judge ${index + 1}`}
          </Button>
        </div>
      ))}
      {cards.length < mostCards ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => form.insertListItem('scorecards', { judge: '', red: '', blue: '' })}
        >
          Add a scorecard
        </Button>
      ) : null}
    </fieldset>
  );
}
