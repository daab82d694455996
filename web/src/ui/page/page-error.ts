/**
 * An error for the full-page error screen (docs/product.md, 4.2). A page throws it while rendering or in a loader.
 * `not_found` is for status 404, `media` for the player; all others are `unrecoverable`.
 */
type PageErrorType = 'not_found' | 'media' | 'unrecoverable';

/** The exact texts of docs/product.md, 4.3 and 4.4. The player also shows them in place of its video. */
export const mediaErrorHeading = 'This video is currently not active.';
export const mediaErrorBody =
  'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited ' +
  'to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.';

export class PageError extends Error {
  readonly type: PageErrorType;
  /** A message of the server for viewers, shown as the heading. */
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
