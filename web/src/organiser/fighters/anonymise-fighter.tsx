import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasType } from '../../api/problem.ts';
import type { Versioned } from '../../api/versioned.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import classes from './fighter-page.module.css';
import { anonymiseFighter, type Fighter } from './fighters.queries.ts';

/** For a person who does not want to be named any more. */
export function AnonymiseFighter({ stored }: { stored: Versioned<Fighter> }) {
  const { id, name } = stored.value;
  // Nothing of a person is left.
  if (stored.value.slug === `anonymous-${id}`) return null;
  return (
    <section className={classes.section} aria-labelledby="anonymise-fighter">
      <h2 id="anonymise-fighter" className={classes.legend}>
        Take the name away
      </h2>
      <p className={classes.lead}>
        For a person who does not want to be named any more. Bouts and results stay, those of an “Anonymous
        fighter”.
      </p>
      <Button
        variant="default"
        mt="md"
        onClick={() =>
          openModal({
            title: `Take the name of ${name} away?`,
            content: (close) => <AnonymiseDialog stored={stored} close={close} />,
          })
        }
      >
        Take the name away
      </Button>
    </section>
  );
}

function AnonymiseDialog({ stored, close }: { stored: Versioned<Fighter>; close: () => void }) {
  const { id, name, slug } = stored.value;
  const queryClient = useQueryClient();
  const anonymise = useMutation({
    meta: { showsProblem: true },
    mutationFn: async () => {
      const { error, response } = await anonymiseFighter(id, stored.etag);
      if (!response.ok) throw hasType(error, 'precondition-failed') ? changed(name) : error;
      close();
      showToast({ title: `${name} is not named any more`, tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <div className={classes.dialog}>
      {anonymise.error ? (
        <FormProblem key={anonymise.submittedAt} error={anonymise.error} labels={{}} />
      ) : null}
      <div className={classes.preview}>
        <ul>
          <li>
            Name, nickname, country, day of birth, measures, gym, record before Ringside and picture go.
          </li>
          <li>{`/fighters/${slug} is not found any more, and no search finds the name.`}</li>
          <li>The audit log forgets the name, also earlier ones.</li>
          <li>Bouts and results stay.</li>
          <li>What you have written yourself stays, for example in the description of an event.</li>
        </ul>
      </div>
      <div className={classes.dialogEnd}>
        <span>This cannot be undone.</span>
        <Button variant="default" data-autofocus onClick={close}>
          Cancel
        </Button>
        <Button loading={anonymise.isPending} onClick={() => anonymise.mutate()}>
          Take the name away
        </Button>
      </div>
    </div>
  );
}

const changed = (name: string) =>
  `Somebody has changed ${name} meanwhile. Close this, look at the page, and try again.`;
