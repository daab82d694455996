import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import type { DoorProps } from './door.tsx';

const Door = lazy(() => import('./door.tsx').then((file) => ({ default: file.Door })));

/** A dialog that signs in, or makes an account. The page below it stays. */
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
