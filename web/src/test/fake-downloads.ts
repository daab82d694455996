/** Catches the files that a page offers, for tests. */
import { vi } from 'vitest';

export function catchDownloads() {
  const files: { name: string; content: Blob }[] = [];
  let last: Blob | undefined;
  URL.createObjectURL = (content) => {
    last = content as Blob;
    return 'blob:test';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) files.push({ name: this.download, content: last });
  });
  return files;
}
