import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './slider.module.css';

interface Props {
  label: string;
  min: number;
  max: number;
  value: number;
  /** The step of an arrow key. */
  step: number;
  /** Describes a value for screen readers. */
  valueText: (value: number) => string;
  /** A short text for a value, shown above the pointer; without it nothing is shown. */
  hint?: (value: number) => string;
  /** The end of a second, paler bar: the buffered part. */
  secondary?: number;
  /** Values at which the bar is divided. */
  marks?: readonly number[];
  /** Called during a drag. */
  onMove?: (value: number) => void;
  /** Called at the end of a drag and at each key press. */
  onCommit: (value: number) => void;
}

/** A horizontal slider over the video: mouse, touch and keyboard (ARIA slider pattern). */
export function Slider(props: Props) {
  const { label, value, secondary, marks = [], valueText, hint, onMove, onCommit } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  // The scale of a video that plays on stays as it is under the pointer.
  const [held, setHeld] = useState<{ min: number; max: number } | null>(null);
  const { min, max } = held ?? props;
  const [hovered, setHovered] = useState<number | null>(null);
  const length = Math.max(max - min, Number.EPSILON);
  const shown = dragged ?? Math.min(Math.max(value, min), max);
  const percent = (position: number) => `${Math.min(Math.max((position - min) / length, 0), 1) * 100}%`;

  const isInside = (mark: number) => mark > min && mark < max;

  function valueAt(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return min + Math.min(Math.max((event.clientX - left) / width, 0), 1) * length;
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ min, max });
    move(valueAt(event));
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const at = valueAt(event);
    setHovered(at);
    if (dragged !== null) move(at);
  }

  function move(to: number) {
    setDragged(to);
    onMove?.(to);
  }

  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    if (dragged === null) return;
    letGo();
    onCommit(valueAt(event));
    if (event.pointerType !== 'mouse') setHovered(null);
  }

  function letGo() {
    setDragged(null);
    setHeld(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = valueAfterKey(event.key, { ...props, value: shown });
    if (next === null) return;
    event.preventDefault();
    onCommit(Math.min(Math.max(next, min), max));
  }

  const pointed = dragged ?? hovered;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={round(min)}
      aria-valuemax={round(max)}
      aria-valuenow={round(shown)}
      aria-valuetext={valueText(shown)}
      aria-orientation="horizontal"
      className={classes.slider}
      data-dragging={dragged !== null || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={letGo}
      onPointerLeave={() => setHovered(null)}
    >
      <div className={classes.track}>
        {secondary === undefined ? null : (
          <div className={classes.secondary} style={{ width: percent(secondary) }} />
        )}
        <div className={classes.bar} style={{ width: percent(shown) }} />
        {marks.filter(isInside).map((mark) => (
          <div key={mark} className={classes.mark} data-mark={mark} style={{ left: percent(mark) }} />
        ))}
      </div>
      <div className={classes.thumb} style={{ left: percent(shown) }} />
      {hint && pointed !== null ? (
        <div
          className={classes.hint}
          style={{ left: percent(pointed), '--shift': percent(pointed) } as CSSProperties}
          aria-hidden
        >
          {hint(pointed)}
        </div>
      ) : null}
    </div>
  );
}

function valueAfterKey(key: string, { min, max, value, step }: Props) {
  const moves: Record<string, number> = {
    ArrowLeft: value - step,
    ArrowDown: value - step,
    ArrowRight: value + step,
    ArrowUp: value + step,
    PageDown: value - (max - min) / 10,
    PageUp: value + (max - min) / 10,
    Home: min,
    End: max,
  };
  return moves[key] ?? null;
}

function round(value: number) {
  return Math.round(value * 100) / 100;
}
