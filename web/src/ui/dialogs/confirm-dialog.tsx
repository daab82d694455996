import { Button } from '@mantine/core';
import classes from './confirm-dialog.module.css';
import { openModal } from './modal-host.tsx';

interface Question {
  title: string;
  /** Names the consequences, for example "Its 3 blocks and 5 live streams are deleted, too." */
  description: string;
}

/** Asks with Cancel and Continue; resolves with true only after Continue. */
export function confirm({ title, description }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let isConfirmed = false;
    openModal({
      title,
      onClose: () => resolve(isConfirmed),
      content: (close) => (
        <ConfirmDialog
          description={description}
          onCancel={close}
          onContinue={() => {
            isConfirmed = true;
            close();
          }}
        />
      ),
    });
  });
}

interface Props {
  description: string;
  onCancel: () => void;
  onContinue: () => void;
}

function ConfirmDialog({ description, onCancel, onContinue }: Props) {
  return (
    <>
      <p className={classes.description}>{description}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button onClick={onContinue}>Continue</Button>
      </div>
    </>
  );
}
