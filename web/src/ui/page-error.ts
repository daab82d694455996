/**
 * What the full-page error screen shows (specification, section 8). A page throws it while rendering or from a
 * loader; `not_found` comes from status 404, `media` from the player, anything else is unrecoverable.
 */
type PageErrorType = 'not_found' | 'media' | 'unrecoverable';

/** The exact texts of docs/product.md, 4.3 and 4.4. The player shows them, too, in place of its video. */
export const mediaErrorHeading = 'This video is currently not active.';
export const mediaErrorBody =
  'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited ' +
  'to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.';

export class PageError extends Error {
  readonly type: PageErrorType;
  /** A sentence that the server meant for the public; shown as the heading. */
  readonly publicMessage: string | undefined;

  constructor(type: PageErrorType, options: { publicMessage?: string; cause?: unknown } = {}) {
    super(options.publicMessage ?? type, { cause: options.cause });
    this.name = 'PageError';
    this.type = type;
    this.publicMessage = options.publicMessage;
  }
}

export function pageNotFound(path: string) {
  return new PageError('not_found', { publicMessage: `Page Not Found: ${path}` });
}
