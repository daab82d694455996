/** Line drawings for the empty, broken and offline states, in the colour of the surrounding text. */
import type { ReactNode } from 'react';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 176 96"
      width="100%"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {children}
    </svg>
  );
}

const accent = 'var(--mantine-primary-color-filled)';
const posts = <path d="M32 22v62M144 22v62" stroke={accent} strokeWidth="6" />;

export function EmptyRing() {
  return (
    <Drawing>
      <path d="M74 4 56 84h64L102 4z" fill="currentColor" stroke="none" opacity=".1" />
      <path d="M8 30 32 34h112l24-4M8 48l24 2h112l24-2M8 66h160M16 86h144" />
      {posts}
    </Drawing>
  );
}

export function LooseRope() {
  return (
    <Drawing>
      <path d="M8 30 32 34h112l24-4M8 66h160M16 86h144" />
      <path d="M8 48l24 2h28q10 0 14 10t10 14M168 48l-24 2h-22q-12 0-16 8" />
      {posts}
    </Drawing>
  );
}

export function SilentBell() {
  return (
    <Drawing>
      <path d="M88 14v8M56 66q8-8 8-22a24 24 0 0 1 48 0q0 14 8 22zM80 74a8 8 0 0 0 16 0" />
      <path d="M52 10l72 76" stroke={accent} strokeWidth="4" />
      <path d="M36 34q-6 10 0 20M140 34q6 10 0 20" opacity=".4" />
    </Drawing>
  );
}
