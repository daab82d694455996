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

export function NoNetwork() {
  return (
    <Drawing>
      <path d="M48 36a56 56 0 0 1 80 0M61 50a37 37 0 0 1 54 0M74 64a19 19 0 0 1 28 0" />
      <circle cx="88" cy="78" r="4" fill="currentColor" stroke="none" />
      <path d="M58 12l60 74" stroke={accent} strokeWidth="4" />
    </Drawing>
  );
}
