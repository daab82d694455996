/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { fighterHandlers } from './fighter.handlers.ts';

export const fightersHandlers = gather(fighterHandlers);
