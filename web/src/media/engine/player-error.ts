/**
 * Why a player has stopped. `refused`: the server no longer signs an address for this viewer (`cause` holds the
 * problem). `missing`: there is no such recording. The other codes are faults of the network, the video or the browser.
 */
type PlayerErrorCode = 'refused' | 'missing' | 'network' | 'media' | 'unsupported';

export class PlayerError extends Error {
  readonly code: PlayerErrorCode;

  constructor(code: PlayerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlayerError';
    this.code = code;
  }
}
