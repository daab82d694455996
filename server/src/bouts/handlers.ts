/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { bellHandlers } from './bell.handlers.ts';
import { boutHandlers } from './bout.handlers.ts';

export const boutsHandlers = gather(boutHandlers, bellHandlers);
