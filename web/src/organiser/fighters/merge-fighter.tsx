import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { hasType, issuesOf } from '../../api/problem.ts';
import type { Versioned } from '../../api/versioned.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { deletePicture } from '../ui/picture-field/picture-calls.ts';
import classes from './fighter-page.module.css';
import { FighterPicker, type PickedFighter } from './fighter-picker.tsx';
import { type Fighter, fightersQueries, mergeFighters } from './fighters.queries.ts';
import { MergePreview } from './merge-preview.tsx';

/** For one person who was entered twice. */
export function MergeFighter({ kept }: { kept: Versioned<Fighter> }) {
  const { id, name } = kept.value;
  return (
    <section className={classes.section} aria-labelledby="merge-fighter">
      <h2 id="merge-fighter" className={classes.legend}>
        Entered twice?
      </h2>
      <p className={classes.lead}>
        {`Merge the other entry into this one: its bouts and results become those of ${name}, and its address leads here.`}
      </p>
      <Button
        variant="default"
        mt="md"
        onClick={() =>
          openModal({
            title: `Merge a double into ${name}`,
            size: '36rem',
            content: (close) => <MergeDialog fighterId={id} close={close} />,
          })
        }
      >
        Merge a double
      </Button>
    </section>
  );
}

function MergeDialog({ fighterId, close }: { fighterId: string; close: () => void }) {
  const queryClient = useQueryClient();
  const pickerId = useId();
  const [picked, setPicked] = useState<PickedFighter | null>(null);
  const kept = useQuery(fightersQueries.fighter(fighterId)).data;
  const found = useQuery({ ...fightersQueries.fighter(picked?.id ?? ''), enabled: picked !== null });
  const double = picked === null ? undefined : found.data?.value;
  const merge = useMutation({
    meta: { showsProblem: true },
    mutationFn: async () => {
      if (!kept || !double) return;
      const { error, response } = await mergeFighters(fighterId, double.id, kept.etag);
      if (response.status === 412) await queryClient.invalidateQueries({ queryKey: ['fighter'] });
      if (!response.ok) throw hasType(error, 'precondition-failed') ? changed(kept.value.name) : error;
      close();
      showToast({ title: `${double.name} is merged into ${kept.value.name}`, tone: 'success' });
      if (double.pictureId && kept.value.pictureId) await deletePicture(double.pictureId);
      await queryClient.invalidateQueries();
    },
  });
  const fault = found.error ?? merge.error;
  return (
    <div className={classes.dialog} data-picking={picked === null || undefined}>
      {fault ? <FormProblem key={merge.submittedAt} error={fault} labels={{}} /> : null}
      <FighterPicker
        id={pickerId}
        label="The double"
        value={picked}
        onChange={(fighter) => {
          merge.reset();
          setPicked(fighter);
        }}
        error={issuesOf(merge.error)[0]?.detail}
        otherThan={fighterId}
        isFocusedFirst
      />
      {kept && double ? <MergePreview kept={kept.value} double={double} /> : null}
      <div className={classes.dialogEnd}>
        <span>{double ? 'This cannot be undone.' : null}</span>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={!kept || !double} loading={merge.isPending} onClick={() => merge.mutate()}>
          Merge
        </Button>
      </div>
    </div>
  );
}

const changed = (name: string) => `Somebody has changed ${name} meanwhile. Read below what will happen now.`;
