import { IconCircleCheckFilled, IconLock } from '@tabler/icons-react';
import { useSession } from '../identity/sessions/use-session.ts';
import { formatDateTime } from '../ui/time/time.ts';
import classes from './access-hint.module.css';
import type { Block, BlockAccess } from './competition-types.ts';

interface Props {
  block: Pick<Block, 'paymentRequired' | 'stripePriceId'>;
  access: BlockAccess | undefined;
  /** Where more than the block's own price opens it. */
  isSold?: boolean;
}

/** Shows "You have access", also before the start, or what the viewer still needs. */
export function AccessHint({ block, access, isSold = block.stripePriceId !== null }: Props) {
  const { isLoggedIn } = useSession();
  const hint = hintText(block.paymentRequired, isLoggedIn, access);
  if (hint === null) return null;
  return (
    <span className={classes.hint} data-open={hint.isOpen || undefined}>
      {hint.isOpen ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
      {hint.text === needed && isSold ? 'Ticket needed' : hint.text}
    </span>
  );
}

const needed = 'Access needed';

function hintText(paymentRequired: boolean, isLoggedIn: boolean, access: BlockAccess | undefined) {
  if (!paymentRequired)
    return { isOpen: true, text: isLoggedIn ? 'You have access' : 'Free with an account' };
  if (!isLoggedIn) return { isOpen: false, text: needed };
  if (!access) return null;
  switch (access.reason) {
    case 'access-required':
      return { isOpen: false, text: needed };
    case 'access-ended':
      return { isOpen: false, text: 'Your access has ended' };
    case 'access-not-started':
      return { isOpen: true, text: `Your access starts ${formatDateTime(access.startDate ?? '')}` };
    default:
      return { isOpen: true, text: 'You have access' };
  }
}
