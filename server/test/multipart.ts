/** Builds forms as browsers send them. */
export interface Part {
  name: string;
  value: string | Buffer;
  /** Undefined for a plain field. */
  fileName?: string;
  type?: string;
}

const boundary = '----ringside-test-boundary';
export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export function formBody(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** An upload of one file, with a name and a type as from a browser. */
export function uploadOf(file: Buffer, fileName = 'hall.jpg', type = 'image/jpeg') {
  return { body: formBody([{ name: 'file', value: file, fileName, type }]), headers: formHeaders };
}
