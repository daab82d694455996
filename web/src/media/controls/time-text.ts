/** Positions in a video as text, for the eye and for screen readers. All values are in seconds. */

/** "4:05", "1:04:05" */
export function clockText(seconds: number) {
  const total = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}

/** "32 seconds", "1 minute 5 seconds", "1 hour 4 minutes" */
export function spokenDuration(seconds: number) {
  const total = Math.max(0, Math.round(seconds));
  const parts = [
    count(Math.floor(total / 3600), 'hour'),
    count(Math.floor(total / 60) % 60, 'minute'),
    count(total % 60, 'second'),
  ].filter(Boolean);
  return parts.slice(0, 2).join(' ') || '0 seconds';
}

/** "4 minutes 5 seconds of 1 hour"; without a length, which would be a spoiler, only the position. */
export function positionText(position: number, length: number | null) {
  const spoken = spokenDuration(position);
  return length === null ? spoken : `${spoken} of ${spokenDuration(length)}`;
}

/** "32 seconds behind live" */
export function behindText(seconds: number) {
  return seconds < 1 ? 'Live' : `${spokenDuration(seconds)} behind live`;
}

function count(value: number, unit: string) {
  if (value === 0) return '';
  return `${value} ${unit}${value === 1 ? '' : 's'}`;
}
