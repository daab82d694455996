import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import type { BuyProps } from './buy-form.tsx';

const BuyForm = lazy(() => import('./buy-form.tsx').then((file) => ({ default: file.BuyForm })));

/** Shows what is bought and asks for the address; then the payment page. */
export function openBuyDialog(sale: Omit<BuyProps, 'close'>) {
  openModal({
    title: `Buy ${sale.name}`,
    content: (close) => (
      <Suspense fallback={<Skeleton height={320} />}>
        <BuyForm {...sale} close={close} />
      </Suspense>
    ),
  });
}
