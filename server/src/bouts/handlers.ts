/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { bellHandlers } from './bell.handlers.ts';
import { boutHandlers } from './bout.handlers.ts';
import { resultHandlers } from './results/result.handlers.ts';

export const boutsHandlers = gather(boutHandlers, bellHandlers, resultHandlers);
