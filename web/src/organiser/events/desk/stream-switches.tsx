import { Button } from '@mantine/core';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { type StreamPath, updateStream } from '../blocks/blocks.queries.ts';
import { type DeskStream, showFirst } from './desk.queries.ts';
import classes from './desk-page.module.css';
import { useDeskAction } from './use-desk-action.ts';
import { viewersInWords } from './words.ts';

interface Props {
  path: StreamPath;
  stream: DeskStream;
  isFirst: boolean;
  viewersOfEvent: number;
}

/** What reaches viewers asks first when there are any, with their number. */
export function StreamSwitches({ path, stream, isFirst, viewersOfEvent }: Props) {
  const { name, status, viewers } = stream;
  const isActive = status === 'active';
  const toggle = useDeskAction(path.eventId, `${name} could not be changed`);
  const first = useDeskAction(path.eventId, 'What is shown first could not be changed');

  async function switchStatus() {
    const question = {
      title: `Set ${name} inactive?`,
      description: `${viewersInWords(viewers)} ${viewers === 1 ? 'loses' : 'lose'} the picture within seconds. It comes back when you set the stream active again.`,
    };
    if (isActive && viewers > 0 && !(await confirm(question))) return;
    await toggle.run(() => updateStream(path, { status: isActive ? 'inactive' : 'active' }));
  }
  async function switchFirst() {
    const question = isFirst
      ? {
          title: 'Leave it to the order?',
          description: `The live page shows the first active stream of the block again. ${viewersInWords(viewersOfEvent)} may change their picture.`,
        }
      : {
          title: `Show ${name} first?`,
          description: `${viewersInWords(viewersOfEvent)} of the event change to it, except those who have chosen a stream.`,
        };
    if (viewersOfEvent > 0 && !(await confirm(question))) return;
    await first.run(() => showFirst(path.eventId, isFirst ? null : path.liveStreamId));
  }
  return (
    <div className={classes.switches}>
      <Button
        fullWidth
        variant={isActive ? 'default' : 'filled'}
        loading={toggle.isRunning}
        aria-label={`Set ${isActive ? 'inactive' : 'active'}: ${name}`}
        onClick={() => void switchStatus()}
      >
        {isActive ? 'Set inactive' : 'Set active'}
      </Button>
      <Button
        fullWidth
        variant="default"
        loading={first.isRunning}
        aria-label={`${isFirst ? 'Stop showing first' : 'Show first'}: ${name}`}
        onClick={() => void switchFirst()}
      >
        {isFirst ? 'Stop showing first' : 'Show first'}
      </Button>
    </div>
  );
}
