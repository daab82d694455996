/** Stands in for XMLHttpRequest: a test moves the upload forward and answers it. */
import { vi } from 'vitest';

export class FakeUpload {
  static #waiting: FakeUpload[] = [];

  static reset() {
    FakeUpload.#waiting = [];
  }
  /** The next upload that was sent. */
  static async sent(): Promise<FakeUpload> {
    return vi.waitFor(() => {
      const upload = FakeUpload.#waiting.shift();
      if (!upload) throw new Error('nothing was sent');
      return upload;
    }, 15_000);
  }

  address = '';
  status = 0;
  responseText = '';
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;

  open(method: string, path: string) {
    this.address = `${method} ${path}`;
  }
  send() {
    FakeUpload.#waiting.push(this);
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  progress(part: number) {
    this.upload.onprogress?.({ loaded: part * 100, total: 100, lengthComputable: true });
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
  fail() {
    this.onerror?.();
    this.onloadend?.();
  }
}
