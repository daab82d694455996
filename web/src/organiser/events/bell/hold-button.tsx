import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './bell-page.module.css';

const holdMs = 500;

/** Acts only when it is held: by finger, mouse, Space or Enter. A stop by a slip would be seen by every viewer. */
export function HoldButton({ children, onHeld }: { children: string; onHeld: () => void }) {
  const timer = useRef<number>(undefined);
  const [isHeld, setIsHeld] = useState(false);
  function release() {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    setIsHeld(false);
  }
  function hold() {
    if (timer.current !== undefined) return;
    setIsHeld(true);
    timer.current = window.setTimeout(() => {
      release();
      onHeld();
    }, holdMs);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <Button
      size="lg"
      variant="default"
      className={classes.hold as string}
      data-held={isHeld || undefined}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={({ key }) => (key === ' ' || key === 'Enter') && hold()}
      onKeyUp={release}
      onBlur={release}
    >
      {children}
    </Button>
  );
}
