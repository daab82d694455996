import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useEffect, useReducer, useState } from 'react';
import type { MediaPlayer } from '../media-player.ts';
import { ControlButton } from './control-button.tsx';
import classes from './statistics.module.css';
import { statisticsLines, statisticsText } from './statistics-lines.ts';

const everyMs = 500;

/** Latency, buffer and quality, for viewers who wonder and for support. No screen reader reads each change. */
export function Statistics({ player, onClose }: { player: MediaPlayer; onClose: () => void }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(refresh, everyMs);
    return () => clearInterval(timer);
  }, []);
  // Not on a page without TLS.
  const canCopy = navigator.clipboard !== undefined;
  return (
    <section className={classes.panel} aria-label="Statistics">
      <dl className={classes.lines}>
        {statisticsLines(player).map(([name, text]) => (
          <div key={name} className={classes.line}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {canCopy ? <CopyButton player={player} /> : null}
      <ControlButton label="Close" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </ControlButton>
    </section>
  );
}

function CopyButton({ player }: { player: MediaPlayer }) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(statisticsText(player)).then(
      () => setIsCopied(true),
      // The viewer has forbidden it; the figures can still be read.
      () => setIsCopied(false),
    );
  }
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <ControlButton label="Copy for support" onClick={() => void copy()}>
        <Icon size={18} aria-hidden />
      </ControlButton>
      <VisuallyHidden role="status">{isCopied ? 'Copied' : ''}</VisuallyHidden>
    </>
  );
}
