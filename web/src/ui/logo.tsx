import type { SVGProps } from 'react';

/**
 * The mark is a ring corner seen from ringside: the post and three ropes on each side. Ropes and letters have
 * `currentColor`; the post has `--logo-accent`, by default a blue with enough contrast in both colour schemes. The
 * icons use the same shapes (`scripts/demo-film/mark.ts`).
 */
const POST = 'M13 2h6v28h-6z';
const ROPES =
  'M11 3.3 1 10.1v2.6L11 8.7zM21 3.3 31 10.1v2.6L21 8.7zM11 13.3 1 14.7v2.6l10 1.4zM21 13.3 31 14.7v2.6l-10 1.4z' +
  'M11 28.7 1 21.9v-2.6l10 4zM21 28.7 31 21.9v-2.6l-10 4z';

// "RINGSIDE" in Archivo 800, width 112, as outlines, so that the wordmark does not wait for a font.
const LETTERS = [
  'M45.01 24.6V7.38h12.08q1.88 0 3.14.74 1.25.73 1.88 1.99.62 1.25.62 2.76 0 1.65-.75 2.97-.75 1.31',
  '-2.23 2.04l3.48 6.72h-5.36l-2.86-5.89H49.8v5.89Zm4.79-9.45h6.04q.9 0 1.46-.59.57-.59.57-1.54 0-.66',
  '-.25-1.12t-.69-.7-1.09-.24H49.8Zm16.31 9.45V7.38h4.79V24.6Zm8.88 0V7.38h4.26l7.55 7.99.51.58.64.75',
  'q.33.4.55.63h.18l-.02-1.08-.01-1.05V7.38h4.49V24.6h-4.21l-7.65-8.15q-.45-.47-.93-1.01l-.72-.84h-.18',
  'v10Zm31 .3q-4.69 0-7.07-2.21-2.39-2.2-2.39-6.71 0-2.96 1.21-4.94 1.2-1.98 3.51-2.98 2.3-.99 5.54',
  '-.99 1.95 0 3.68.41t3.03 1.19 2.01 1.99q.73 1.2.73 2.83h-4.69q0-.7-.35-1.23-.35-.52-1-.86t-1.48-.51',
  '-1.73-.18q-1.33 0-2.38.3-1.06.3-1.76.92-.7.61-1.05 1.51-.35.91-.35 2.13v.86q0 1.65.6 2.72.6 1.06',
  ' 1.78 1.59t2.86.53q1.48 0 2.57-.34t1.7-.98.62-1.52v-.15h-5.29v-3.23h9.95v9.55h-2.76l-.47-1.93q',
  '-.88.75-1.93 1.25-1.06.5-2.32.74-1.27.24-2.77.24m22.28 0q-1.85 0-3.47-.27-1.62-.28-2.85-.92-1.22',
  '-.64-1.93-1.73-.7-1.09-.7-2.72v-.19q0-.11.03-.16h4.66l-.04.19-.01.19q0 .8.5 1.26.5.47 1.39.67t2.1.2',
  'q.57 0 1.13-.05t1.01-.15q.46-.1.84-.29t.58-.45.2-.64q0-.53-.5-.89-.51-.37-1.36-.58t-1.92-.41l-2.23',
  '-.42q-1.16-.21-2.23-.59-1.06-.37-1.92-.96t-1.35-1.49q-.5-.91-.5-2.21 0-1.35.62-2.36.63-1 1.76-1.64',
  't2.63-.93q1.51-.29 3.29-.29 1.75 0 3.21.31 1.45.3 2.55.94 1.11.64 1.71 1.6t.63 2.32v.3h-4.62v-.18q0',
  '-.55-.39-.96t-1.12-.68-1.82-.26q-1.21 0-1.98.17-.78.18-1.18.51-.4.32-.4.75 0 .53.5.85.5.33 1.38.54',
  't1.94.4l2.19.4q1.13.22 2.2.57 1.06.35 1.93.92t1.38 1.46q.51.88.51 2.13 0 2.06-1.08 3.32-1.07 1.27',
  '-2.97 1.84-1.89.58-4.3.58m11.5-.3V7.38h4.79V24.6Zm8.88 0V7.38H157q2.99 0 5.1.96 2.12.97 3.24 2.87',
  ' 1.11 1.91 1.11 4.77t-1.11 4.78-3.24 2.89q-2.11.95-5.1.95Zm4.79-3.64h3.41q1.1 0 1.97-.31t1.49',
  '-.89.93-1.43.3-1.93v-.83q0-1.12-.3-1.96t-.93-1.42-1.49-.88-1.97-.3h-3.41Zm16.42 3.64V7.38h16.02',
  'v3.63h-11.23v3.08h9.8v3.54h-9.8v3.33h11.41v3.64Z',
].join('');

type LogoProps = Omit<SVGProps<SVGSVGElement>, 'viewBox' | 'width' | 'height' | 'children'> & {
  /** Height in px, or any CSS length; the width follows. */
  size?: number | string;
  /** The text for screen readers. Empty next to the visible name; then screen readers skip the logo. */
  label?: string;
};

function Drawing({ size, label, units, letters, ...rest }: LogoProps & { units: number; letters?: string }) {
  const frame = { viewBox: `0 0 ${units} 32`, height: size, fill: 'currentColor', ...rest };
  const shapes = (
    <>
      <path d={POST} style={{ fill: 'var(--logo-accent)' }} />
      <path d={ROPES} />
      {letters ? <path d={letters} /> : null}
    </>
  );
  if (!label) {
    return (
      <svg aria-hidden="true" focusable="false" {...frame}>
        {shapes}
      </svg>
    );
  }
  return (
    <svg role="img" aria-label={label} {...frame}>
      {shapes}
    </svg>
  );
}

/** Only the mark; hidden from screen readers unless it has a `label`. */
export function LogoMark({ size = 32, label = '', ...rest }: LogoProps) {
  return <Drawing size={size} label={label} units={32} {...rest} />;
}

/** Mark and wordmark; inside a link its label names the link. */
export function Logo({ size = 32, label = 'Ringside', ...rest }: LogoProps) {
  return <Drawing size={size} label={label} units={188} letters={LETTERS} {...rest} />;
}
