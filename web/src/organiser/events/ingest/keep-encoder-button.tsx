import { Button } from '@mantine/core';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { DescribedIngest } from './ingest.queries.ts';

interface Props {
  ingest: Pick<DescribedIngest, 'state' | 'warnings'>;
  name: string;
  isRunning: boolean;
  keep: () => void;
}

/** Of two encoders with one key, the one that is live stays. */
export function KeepEncoderButton({ ingest: { state, warnings }, name, isRunning, keep }: Props) {
  if (state !== 'live' || !warnings.includes('key-in-use')) return null;
  return (
    <Button
      variant="default"
      style={{ justifySelf: 'start' }}
      loading={isRunning}
      aria-label={`Keep this one: ${name}`}
      onClick={async () => {
        if (await confirm(keepQuestion)) keep();
      }}
    >
      Keep this one
    </Button>
  );
}

const keepQuestion = {
  title: 'Keep the encoder that is live?',
  description:
    'The other one stays refused as long as this one sends a picture. To change over later, stop this one.',
};
