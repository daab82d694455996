/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { boutReminderHandlers } from './bouts/bout-reminder.handlers.ts';
import { pushHandlers } from './push/push.handlers.ts';
import { reminderHandlers } from './reminder.handlers.ts';

export const remindersHandlers = gather(reminderHandlers, boutReminderHandlers, pushHandlers);
