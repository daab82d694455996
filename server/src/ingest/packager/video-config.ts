/** What a player must know of a video stream, from the configuration record that its encoder sends before the frames. */

/** A codec by its four letters, as enhanced RTMP and MP4 name it. */
export type VideoFourCc = 'avc1' | 'hvc1' | 'av01';

export interface VideoConfig {
  /** The sample entry of the MP4, and the box of its configuration record. */
  entry: VideoFourCc;
  recordBox: 'avcC' | 'hvcC' | 'av1C';
  record: Buffer;
  /** As RFC 6381 writes it, whole: players refuse a bare name. */
  codec: string;
  width: number;
  height: number;
  /** The headers of the stream as they stand in a sample. */
  parameterSets: Buffer;
  /** Whether a sample begins with its own. */
  hasParameterSets(sample: Buffer): boolean;
}
