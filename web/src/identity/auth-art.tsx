/** The corner before a fight: the post, its ropes, and gloves that wait. Drawn for a place that is higher than wide. */
export function AuthArt() {
  return (
    <svg viewBox="0 0 480 640" width="100%" height="100%" preserveAspectRatio="xMinYMin slice" aria-hidden>
      <defs>
        <linearGradient id="auth-beam" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#7cd0fb" stopOpacity=".34" />
          <stop offset="1" stopColor="#7cd0fb" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="auth-floor" cx=".5" cy=".5" r=".5">
          <stop offset="0" stopColor="#1d4a70" />
          <stop offset="1" stopColor="#0a1420" />
        </radialGradient>
      </defs>
      <rect width="480" height="640" fill="#0a1420" />
      <ellipse cx="250" cy="470" rx="330" ry="120" fill="url(#auth-floor)" />
      <path d="M150 0h60l150 470H20z" fill="url(#auth-beam)" />
      <path d="M330 0h46l120 440H190z" fill="url(#auth-beam)" opacity=".7" />
      <g fill="none" stroke="#e8edf4" strokeLinecap="round">
        <path d="M-10 176 252 206 490 168" strokeWidth="7" opacity=".9" />
        <path d="M-10 268 252 284 490 258" strokeWidth="6" opacity=".6" />
        <path d="M-10 358 252 362 490 348" strokeWidth="5" opacity=".4" />
      </g>
      <rect x="238" y="172" width="28" height="292" rx="5" fill="#0f1e2e" />
      <rect x="230" y="186" width="44" height="200" rx="12" fill="#1297dc" />
      <rect x="230" y="186" width="14" height="200" rx="7" fill="#3dbaf6" />
      <g stroke="#c6d0dc" strokeWidth="3" fill="none">
        <path d="M118 193c-12 28-18 48-15 70M124 193c14 24 26 40 34 58" />
      </g>
      <Glove transform="translate(64 250) rotate(7)" />
      <Glove transform="translate(128 244) rotate(-9)" />
    </svg>
  );
}

function Glove({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path d="M22 4h40v30H22z" fill="#e8edf4" />
      <path d="M22 14h40v5H22z" fill="#97a5b8" />
      <path d="M20 32h44c10 22 20 40 18 66-2 24-18 36-40 36S4 122 4 100c0-24 10-42 16-68z" fill="#0074b3" />
      <path d="M64 44c14 4 24 20 22 38-1 12-10 18-18 14 4-18 2-36-4-52z" fill="#1297dc" />
      <path d="M14 84c8-10 30-12 44-4" fill="none" stroke="#0a3a5a" strokeWidth="3" strokeLinecap="round" />
    </g>
  );
}
