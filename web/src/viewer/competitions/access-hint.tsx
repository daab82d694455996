import { IconCircleCheckFilled, IconLock, IconUser } from '@tabler/icons-react';
import { useSession } from '../../identity/sessions/use-session.ts';
import { formatDateTime } from '../../ui/time/time.ts';
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
  const Icon = icons[hint.state];
  return (
    <span className={classes.hint} data-open={hint.state === 'open' || undefined}>
      <Icon size={18} aria-hidden />
      {hint.text === needed && isSold ? 'Ticket needed' : hint.text}
    </span>
  );
}

const needed = 'Access needed';
/** `account`: nothing is needed but an account, which a visitor does not have. */
const icons = { open: IconCircleCheckFilled, account: IconUser, locked: IconLock };

interface Hint {
  state: keyof typeof icons;
  text: string;
}

function hintText(
  paymentRequired: boolean,
  isLoggedIn: boolean,
  access: BlockAccess | undefined,
): Hint | null {
  if (!paymentRequired)
    return isLoggedIn
      ? { state: 'open', text: 'You have access' }
      : { state: 'account', text: 'Free with an account' };
  if (!isLoggedIn) return { state: 'locked', text: needed };
  if (!access) return null;
  switch (access.reason) {
    case 'access-required':
      return { state: 'locked', text: needed };
    case 'access-ended':
      return { state: 'locked', text: 'Your access has ended' };
    case 'access-not-started':
      return { state: 'open', text: `Your access starts ${formatDateTime(access.startDate ?? '')}` };
    default:
      return { state: 'open', text: 'You have access' };
  }
}
