import { putMainFirst, useIsMainFirst } from './card-order.ts';
import classes from './results/results-bar.module.css';

/** Turns the card around, in this browser. */
export function OrderSwitch() {
  const isMainFirst = useIsMainFirst();
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isMainFirst}
      onClick={() => putMainFirst(!isMainFirst)}
    >
      Main event first
    </button>
  );
}
