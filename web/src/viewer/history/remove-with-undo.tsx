import { confirm } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import {
  useClearHistory,
  useRemoveViewing,
  useRestoreHistory,
  useRestoreViewing,
  type Viewing,
} from './history.queries.ts';
import { UndoButton } from './undo-button.tsx';

/** One at a time: the next removal takes the place of the words about the one before. */
const toastId = 'history-removal';
/** Longer than other toasts, because there is something to read and to decide (docs/product.md, 30.41). */
const staysMs = 10_000;

interface Removal {
  title: string;
  undo: () => Promise<unknown>;
  /** The removal was pressed with the keyboard, whose way to a toast is long. */
  byKeyboard: boolean;
}

function offerUndo({ title, undo, byKeyboard }: Removal) {
  showToast({
    id: toastId,
    title,
    description: <UndoButton toastId={toastId} takesFocus={byKeyboard} undo={undo} />,
    tone: 'success',
    staysMs,
  });
}

/** Removes a viewing at once, and offers to bring it back (docs/product.md, 30.41). */
export function useRemoveWithUndo() {
  const remove = useRemoveViewing();
  const restore = useRestoreViewing();
  return async ({ liveStreamId, block }: Viewing, press: Press) => {
    // By the second press of a double click the next row has moved under the pointer.
    if (press.detail > 1) return;
    const call = { params: { path: { liveStreamId } } };
    if (!(await hasWorked(remove.mutateAsync(call)))) return;
    offerUndo({
      title: `${block.name} was removed from your history`,
      undo: () => restore.mutateAsync(call),
      byKeyboard: isByKeyboard(press),
    });
  };
}

/** Clears the history after a question, and offers to bring it back. */
export function useClearWithUndo() {
  const clear = useClearHistory();
  const restore = useRestoreHistory();
  async function run(press: Press) {
    const isConfirmed = await confirm({
      title: 'Clear your history?',
      description: 'All that you watched is forgotten, with where you stopped, on all your devices.',
    });
    if (!isConfirmed || !(await hasWorked(clear.mutateAsync({})))) return;
    offerUndo({
      title: 'Your history is empty',
      undo: () => restore.mutateAsync({}),
      byKeyboard: isByKeyboard(press),
    });
  }
  return { run, isPending: clear.isPending };
}

/** A click: `detail` counts the presses of the pointer, and is 0 for the keyboard. */
type Press = Pick<MouseEvent, 'detail'>;

const isByKeyboard = ({ detail }: Press) => detail === 0;

/** A failure is shown as a notification, as that of every call. */
const hasWorked = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );
