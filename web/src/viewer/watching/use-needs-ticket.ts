import { useSession } from '../../identity/sessions/use-session.ts';
import type { Block } from '../competitions/competition-types.ts';
import { useBlockAccess } from '../competitions/use-access.ts';

/** Viewers with access ask for no prices: at the start of a fight they are thousands. */
export function useNeedsTicket(competitionSlug: string, block: Pick<Block, 'id' | 'paymentRequired'>) {
  const { isLoggedIn } = useSession();
  const reason = useBlockAccess(competitionSlug, block.id)?.reason;
  if (!isLoggedIn) return block.paymentRequired;
  return reason === 'access-required' || reason === 'access-ended';
}
