import '@mantine/core/styles/Input.layer.css';
import { Button, Input } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import classes from './picture-field.module.css';
import { type PictureShape, pictureTypes, shapeRules } from './picture-rules.ts';

interface Props {
  id: string;
  shape: PictureShape;
  hasPicture: boolean;
  onFile: (file: File) => void;
  children?: ReactNode;
  error?: ReactNode;
}

/** Takes a file that is chosen, dropped or pasted. */
export function PictureDrop({ id, shape, hasPicture, onFile, children, error }: Props) {
  const { smallest } = shapeRules[shape];
  const input = useRef<HTMLInputElement>(null);
  const errorId = `${id}-error`;
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | undefined | null) => {
    const [file] = [...(files ?? [])];
    if (file) onFile(file);
  };
  useWindowEvent('paste', ({ clipboardData }) => take(clipboardData?.files));
  // A file that misses the field must not replace the page.
  useWindowEvent('dragover', (event) => event.preventDefault());
  useWindowEvent('drop', (event) => event.preventDefault());
  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition for the mouse; the button does the same.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <IconPhotoUp size={32} stroke={1.5} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        {hasPicture ? 'Drop another picture here, or paste it.' : 'Drop a picture here, or paste it.'}
        <span
          className={classes.hint}
        >{`JPEG, PNG, WebP or AVIF, at least ${smallest.width} x ${smallest.height} pixels.`}</span>
      </p>
      <div className={classes.actions}>
        <Button
          id={id}
          variant={hasPicture ? 'default' : 'filled'}
          aria-describedby={error ? errorId : undefined}
          onClick={() => input.current?.click()}
        >
          {hasPicture ? 'Replace the picture' : 'Choose a picture'}
        </Button>
        {children}
      </div>
      {error ? (
        <Input.Error id={errorId} size="md">
          {error}
        </Input.Error>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture file"
        accept={pictureTypes.join(',')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
