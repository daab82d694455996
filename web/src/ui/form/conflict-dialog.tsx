import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Button, Modal } from '@mantine/core';
import { useReturnFocus } from '../dialogs/use-return-focus.ts';
import classes from './api-form.module.css';

interface Props {
  theirs: object;
  mine: object;
  isOfProxy: boolean;
  keepMine: () => Promise<void>;
  takeTheirs: () => void;
  close: () => void;
  labels: Record<string, string>;
  describe?: ((field: string, value: unknown) => string) | undefined;
  /** Gets the focus afterwards: the button that was pressed is disabled while it saves, and has lost it. */
  findSave: () => HTMLElement | null;
}

/** A change was refused because of its version. */
export function ConflictDialog({ isOfProxy, findSave, ...conflict }: Props) {
  useReturnFocus(findSave);
  return (
    <Modal
      opened
      onClose={conflict.close}
      title={isOfProxy ? 'It could not be saved' : 'Somebody else has saved this meanwhile'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its header would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      styles={{
        content: { background: 'var(--surface-2)' },
        header: { background: 'var(--surface-2)' },
        title: { fontWeight: 650, fontSize: '1.125rem' },
      }}
    >
      {isOfProxy ? <ProxyWords close={conflict.close} /> : <Choice {...conflict} />}
    </Modal>
  );
}

function ProxyWords({ close }: Pick<Props, 'close'>) {
  return (
    <>
      <p className={classes.words}>
        Nobody else has saved meanwhile: something between your browser and the server, such as a proxy,
        changes the ETag header. Ask whoever runs this site to let ETag and If-Match pass unchanged. What you
        typed is still here.
      </p>
      <div className={classes.actions}>
        <Button onClick={close} data-autofocus>
          Close
        </Button>
      </div>
    </>
  );
}

/** Somebody else has saved since this form was opened: both versions side by side. */
function Choice({
  theirs,
  mine,
  keepMine,
  takeTheirs,
  labels,
  describe,
}: Omit<Props, 'isOfProxy' | 'findSave'>) {
  const words = describe ?? asText;
  const stored = theirs as Record<string, unknown>;
  return (
    <>
      <p className={classes.words}>
        Choose what to do with the fields that you have changed. Everything else is taken from the stored
        version.
      </p>
      <div className={classes.frame}>
        <table className={classes.conflict}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Stored now</th>
              <th scope="col">Your change</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(mine).map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{labels[field] ?? field}</th>
                <td data-label="Stored now">{words(field, stored[field])}</td>
                <td data-label="Your change">{words(field, value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={takeTheirs}>
          Take the stored version
        </Button>
        <Button onClick={() => void keepMine()}>Keep my changes</Button>
      </div>
    </>
  );
}

function asText(_field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (typeof value !== 'object') return String(value);
  return Object.values(value).filter(Boolean).map(String).join(', ') || 'Empty';
}
