/**
 * What the full-page error screen shows (specification, section 8). A page throws it while rendering or from a
 * loader; `not_found` comes from status 404, `media` from the player, anything else is unrecoverable.
 */
export type PageErrorType = 'not_found' | 'media' | 'unrecoverable';

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
