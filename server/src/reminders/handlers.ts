/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { pushHandlers } from './push/push.handlers.ts';
import { reminderHandlers } from './reminder.handlers.ts';

export const remindersHandlers = gather(reminderHandlers, pushHandlers);
