import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import type { DoorProps } from './door.tsx';

const Door = lazy(() => import('./door.tsx').then((file) => ({ default: file.Door })));

/** The one door for who has an account and who has none, above the page on which they stay. */
export function openDoor({ title, ...door }: { title: string } & Omit<DoorProps, 'close'>) {
  openModal({
    title,
    content: (close) => (
      <Suspense fallback={<Skeleton height={240} />}>
        <Door {...door} close={close} />
      </Suspense>
    ),
  });
}
