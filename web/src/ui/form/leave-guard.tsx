/**
 * Unsaved changes are never lost silently: not by a link or Back, not by closing the tab, not by closing a dialog.
 * Forms register here, because a router has one blocker at a time and a page may have several forms.
 */
import { useWindowEvent } from '@mantine/hooks';
import { useContext, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../dialogs/confirm-dialog.tsx';
import { DialogGuard } from '../dialogs/dialog-guard.ts';

const dirtyChecks = new Set<() => boolean>();
const isAnythingDirty = () => [...dirtyChecks].some((isDirty) => isDirty());

const question = {
  title: 'Leave without saving?',
  description: 'Your changes are not saved yet. They are lost when you continue.',
};

/** @param isDirty whether the form has changes that would be lost. It is asked at the moment of leaving. */
export function useLeaveGuard(isDirty: () => boolean) {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  const guardDialog = useContext(DialogGuard);
  useEffect(() => {
    const check = () => latest.current();
    dirtyChecks.add(check);
    const release = guardDialog?.(async () => !check() || (await confirm(question)));
    return () => {
      dirtyChecks.delete(check);
      release?.();
    };
  }, [guardDialog]);
}

/** Once per layout that has forms. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isAnythingDirty(),
  );
  useWindowEvent('beforeunload', (event) => {
    if (isAnythingDirty()) event.preventDefault();
  });
  const isAsking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void confirm(question).then((mayLeave) => {
      isAsking.current = false;
      mayLeave ? blocker.proceed() : blocker.reset();
    });
  }, [blocker]);
  return null;
}
