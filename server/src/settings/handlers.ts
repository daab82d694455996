/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { settingsHandlers as siteHandlers } from './settings.handlers.ts';
import { systemHandlers } from './system.handlers.ts';

export const settingsHandlers = gather(siteHandlers, systemHandlers);
