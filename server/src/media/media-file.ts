/** Bytes that never change under their address. */
export interface MediaFile {
  bytes: Buffer;
  etag: string;
  /** Media type. */
  type: string;
}
