import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { promotionOf } from './link-promotion.ts';
import { openBuyDialog } from './open-buy-dialog.tsx';

interface Props {
  sale: Omit<Parameters<typeof openBuyDialog>[0], 'promotion' | 'returnTo'>;
  className?: string | undefined;
  isSecondary?: boolean;
}

/** Opens the dialog of one price; the buyer comes back to this page. */
export function BuyButton({ sale, className, isSecondary = false }: Props) {
  const location = useLocation();
  const back = { promotion: promotionOf(location), returnTo: location.pathname };
  return (
    <Button
      className={className}
      variant={isSecondary ? 'default' : 'filled'}
      leftSection={<IconTicket size={20} aria-hidden />}
      aria-label={`Buy for ${sale.amount}: ${sale.name}`}
      onClick={() => openBuyDialog({ ...sale, ...back })}
    >
      Buy for {sale.amount}
    </Button>
  );
}
