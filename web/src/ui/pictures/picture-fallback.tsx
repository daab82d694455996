/** A drawing of an empty ring, for events without a picture. */
export function PictureFallback() {
  return (
    <svg viewBox="0 0 320 180" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <rect width="320" height="180" fill="#0a1420" />
      <path d="M60 0h44l70 150H-30z" fill="#7cd0fb" opacity=".07" />
      <path d="M216 0h44l90 150H146z" fill="#7cd0fb" opacity=".07" />
      <path d="M136 0h48l40 150H96z" fill="#7cd0fb" opacity=".09" />
      <path d="M0 148 92 124h136l92 24v32H0z" fill="#12304a" />
      <path d="M0 148 92 124h136l92 24" fill="none" stroke="#7cd0fb" strokeOpacity=".35" />
      <g fill="none" stroke="#e8edf4">
        <path d="M92 84h136M92 97h136M92 110h136" strokeOpacity=".35" strokeWidth="1.5" />
        <path d="M-8 74 92 84M-8 96l100 1M-8 118l100-8" strokeOpacity=".6" strokeWidth="2.4" />
        <path d="M328 74 228 84M328 96l-100 1M328 118l-100-8" strokeOpacity=".6" strokeWidth="2.4" />
      </g>
      <path d="M89 76h6v50h-6zM225 76h6v50h-6z" fill="#1297dc" />
    </svg>
  );
}
