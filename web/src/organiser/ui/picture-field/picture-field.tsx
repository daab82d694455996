import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PictureCrop } from './picture-crop.tsx';
import { PictureDrop } from './picture-drop.tsx';
import classes from './picture-field.module.css';
import { StoredPreviews } from './picture-previews.tsx';
import type { PictureShape } from './picture-rules.ts';
import { UploadProgress } from './upload-progress.tsx';
import { type SendPicture, useUpload } from './use-upload.ts';

interface Props {
  /** The id of the button that chooses a file; the summary of a form links to it. */
  id: string;
  /** The id of the stored picture. */
  value: string | null;
  shape?: PictureShape;
  send: SendPicture;
  /** The new picture is stored under this id. */
  onSent: (pictureId: string) => void;
  onRemove: () => void;
  error?: ReactNode;
}

/** One picture: chosen, dropped or pasted, cut to its shape, sent with its progress, shown as viewers get it. */
export function PictureField({ id, value, shape = 'wide', send, onSent, onRemove, error }: Props) {
  const [file, setFile] = useState<File>();
  const { progress, problem, start, stop, forget } = useUpload(send);

  async function cut(picture: Blob) {
    const pictureId = await start(picture);
    if (!pictureId) return;
    setFile(undefined);
    onSent(pictureId);
  }
  if (!file) {
    return (
      <div className={classes.field}>
        <StoredPreviews pictureId={value} shape={shape} />
        <PictureDrop id={id} shape={shape} hasPicture={value !== null} onFile={setFile} error={error}>
          {value ? (
            <Button variant="subtle" color="gray" onClick={onRemove}>
              Remove the picture
            </Button>
          ) : null}
        </PictureDrop>
      </div>
    );
  }
  return (
    <>
      {progress === undefined ? null : <UploadProgress part={progress} onStop={stop} />}
      {/* Kept while it is sent: after a refusal or a stop the chosen area is still there. */}
      <div hidden={progress !== undefined}>
        <PictureCrop
          file={file}
          shape={shape}
          problem={problem}
          onCut={cut}
          onCancel={() => {
            forget();
            setFile(undefined);
          }}
        />
      </div>
    </>
  );
}
