export interface StreamKey {
  rtmpUrl: string;
  streamKey: string;
}

/** Sends the test picture until it is stopped. */
export interface DemoEncoder {
  name: string;
  /** It sends no more, and why. */
  ended: Promise<string>;
  /** Says goodbye to the server, as encoders do. */
  stop(): Promise<void>;
}

export const cutOff =
  'the server has closed the connection. It was stopped, the broadcast was ended, or another run took over.';
