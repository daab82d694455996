/** The peer broke the protocol or a limit: its connection is closed. The message is for the log. */
export class RtmpError extends Error {
  override name = 'RtmpError';
}
