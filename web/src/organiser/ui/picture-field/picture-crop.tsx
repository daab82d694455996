import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import { ProblemSummary } from '../../../ui/problem-summary.tsx';
import { cutPicture } from './cut-picture.ts';
import classes from './picture-field.module.css';
import { CutPreviews } from './picture-previews.tsx';
import { type Area, findPictureIssue, largestArea, type PictureShape, shapeRules } from './picture-rules.ts';

interface Props {
  file: File;
  shape: PictureShape;
  /** Why the last try was refused. */
  problem: string | undefined;
  onCut: (picture: Blob) => Promise<void>;
  onCancel: () => void;
}

const words = {
  cropArea: 'Picture area: the arrow keys move it, with Shift in larger steps',
  nwDragHandle: 'Top left corner: the arrow keys change the size',
  nDragHandle: 'Top edge: the arrow keys change the size',
  neDragHandle: 'Top right corner: the arrow keys change the size',
  eDragHandle: 'Right edge: the arrow keys change the size',
  seDragHandle: 'Bottom right corner: the arrow keys change the size',
  sDragHandle: 'Bottom edge: the arrow keys change the size',
  swDragHandle: 'Bottom left corner: the arrow keys change the size',
  wDragHandle: 'Left edge: the arrow keys change the size',
};

/** Chooses the area of a file that viewers see, by mouse, touch or keys. */
export function PictureCrop({ file, shape, problem, onCut, onCancel }: Props) {
  const src = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [crop, setCrop] = useState<PercentCrop>();
  const [issue, setIssue] = useState<string>();

  function measure({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
    const found = findPictureIssue({ width, height }, shape);
    if (found) return setIssue(found);
    setSize({ width, height });
    setCrop(toPercent(largestArea({ width, height }, shape), { width, height }));
  }
  async function cut() {
    if (!image.current || !size || !crop) return;
    try {
      await onCut(await cutPicture(image.current, file, toArea(crop, size), shape));
    } catch {
      setIssue('This browser cannot cut the picture. Try a smaller one.');
    }
  }
  if (issue) return <Unusable text={issue} onCancel={onCancel} />;
  const shown = image.current;
  return (
    <div className={classes.crop}>
      {problem ? <ProblemSummary title={problem} /> : null}
      <p className={classes.lead}>
        Viewers see the bright area. Drag it, or move to it with Tab and use the arrow keys.
      </p>
      <div className={classes.stage}>
        {src ? (
          <ReactCrop
            className={classes.cropper}
            crop={crop}
            aspect={shapeRules[shape].aspect}
            keepSelection
            ruleOfThirds
            minWidth={
              shown && size ? (shown.width * shapeRules[shape].smallest.width) / size.width : undefined
            }
            ariaLabels={words}
            onChange={(_, percent) => setCrop(percent)}
          >
            <img
              ref={image}
              src={src}
              alt="The chosen file"
              onLoad={({ currentTarget }) => measure(currentTarget)}
              onError={() =>
                setIssue('This file is no picture that a browser can show. Use JPEG, PNG, WebP or AVIF.')
              }
            />
          </ReactCrop>
        ) : null}
      </div>
      {src && size && crop ? (
        <CutPreviews shape={shape} src={src} size={size} area={toArea(crop, size)} />
      ) : null}
      <div className={classes.actions}>
        <Button onClick={() => void cut()} disabled={!crop}>
          Use this picture
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Unusable({ text, onCancel }: { text: ReactNode; onCancel: () => void }) {
  return (
    <div className={classes.crop}>
      <ProblemSummary title={String(text)} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Choose another picture
        </Button>
      </div>
    </div>
  );
}

function useObjectUrl(file: Blob) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

function toPercent(area: Area, size: { width: number; height: number }): PercentCrop {
  return {
    unit: '%',
    x: (100 * area.x) / size.width,
    y: (100 * area.y) / size.height,
    width: (100 * area.width) / size.width,
    height: (100 * area.height) / size.height,
  };
}

function toArea({ x, y, width, height }: PercentCrop, size: { width: number; height: number }): Area {
  return {
    x: (x * size.width) / 100,
    y: (y * size.height) / 100,
    width: (width * size.width) / 100,
    height: (height * size.height) / 100,
  };
}
