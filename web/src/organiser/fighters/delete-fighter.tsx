import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { hasType } from '../../api/problem.ts';
import { confirm } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import classes from './fighter-page.module.css';
import { deleteFighter, type Fighter } from './fighters.queries.ts';

/** Deletes a fighter who is on no card, or says why it cannot. */
export function DeleteFighter({ fighter: { id, name, bouts } }: { fighter: Fighter }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<{ error: unknown; at: number }>();

  async function ask() {
    const isMeant = await confirm({ title: `Delete ${name}?`, description: 'This cannot be undone.' });
    if (!isMeant) return;
    const { error, response } = await deleteFighter(id);
    if (!response.ok) throw hasType(error, 'conflict') ? onCard(name) : error;
    showToast({ title: `${name} is deleted`, tone: 'success' });
    await navigate(adminPaths.fighters.href());
    queryClient.removeQueries({ queryKey: ['fighter', id] });
    await queryClient.invalidateQueries();
  }
  async function run() {
    setIsBusy(true);
    setFault(undefined);
    await ask().catch((error: unknown) => setFault({ error, at: Date.now() }));
    setIsBusy(false);
  }
  return (
    <section className={classes.section} aria-labelledby="delete-fighter">
      <h2 id="delete-fighter" className={classes.legend}>
        Delete this fighter
      </h2>
      <p className={classes.lead}>
        {bouts > 0 ? onCard(name) : `${name} is on no card. A deletion cannot be undone.`}
      </p>
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={{}} /> : null}
      {bouts > 0 ? null : (
        <Button variant="default" mt="md" loading={isBusy} onClick={() => void run()}>
          Delete the fighter
        </Button>
      )}
    </section>
  );
}

const onCard = (name: string) =>
  `${name} is on a card and cannot be deleted. Take the name away instead, or delete the bout first.`;
