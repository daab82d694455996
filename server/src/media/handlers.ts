/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { imageHandlers } from './pictures/image.handlers.ts';
import { remoteWebhooksHandlers } from './remote/remote-webhooks.handlers.ts';

export const mediaHandlers = gather(imageHandlers, remoteWebhooksHandlers);
