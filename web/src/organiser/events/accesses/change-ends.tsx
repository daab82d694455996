import { serverNow } from '../../../clock.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { useLeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx';
import { countOf } from '../../ui/table/list.ts';
import { twoDaysFrom } from '../choosing/access-window.ts';
import { type Access, updateAccess } from './accesses.queries.ts';
import { runMany } from './run-many.ts';

const noun = ['access', 'accesses'] as const;

interface Options {
  accesses: readonly Pick<Access, 'id'>[];
  zone: string;
  /** Called when anything may have changed. */
  onDone: () => void;
}

/** Asks for one end, and gives it to all of them. */
export function changeEnds(options: Options) {
  openModal({
    title: `Change the end of ${countOf(options.accesses.length, noun)}`,
    content: (close) => <EndForm {...options} close={close} />,
  });
}

function EndForm({ accesses, zone, onDone, close }: Options & { close: () => void }) {
  const [kind, setKind] = useState('at');
  const [end, setEnd] = useState(() => twoDaysFrom(serverNow()));
  const [isSaving, setIsSaving] = useState(false);
  useLeaveGuard(() => isSaving);

  async function save() {
    setIsSaving(true);
    const endDate = kind === 'ever' ? null : kind === 'now' ? new Date(serverNow()).toISOString() : end;
    const { done, refused, failed } = await runMany(accesses, ({ id }) => updateAccess(id, { endDate }));
    const left = refused + failed;
    showToast({
      title: `${countOf(done, noun)} changed`,
      ...(left > 0
        ? {
            description: `${countOf(left, noun)} could not be changed: the start may be later, or it exists already.`,
          }
        : {}),
      tone: left > 0 ? 'warning' : 'success',
    });
    close();
    onDone();
  }
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void save();
      }}
    >
      <Stack>
        <Radio.Group label="They end" value={kind} onChange={setKind}>
          <Stack mt="xs">
            <Radio size="md" value="at" label="At a time" />
            <Radio size="md" value="ever" label="Never" />
            <Radio
              size="md"
              value="now"
              label="Now. Viewers who watch with them are stopped within seconds"
            />
          </Stack>
        </Radio.Group>
        {kind === 'at' ? (
          <WallTimeField id="new-end" label="End" value={end} zone={zone} onChange={setEnd} />
        ) : null}
        <Button
          type="submit"
          loading={isSaving}
          disabled={kind === 'at' && end === ''}
          style={{ alignSelf: 'end' }}
        >
          Change {countOf(accesses.length, noun)}
        </Button>
      </Stack>
    </form>
  );
}
