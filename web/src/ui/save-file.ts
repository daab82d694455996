/** Offers a text or a download of the server to be saved as a file. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A byte order mark tells spreadsheets that the text is UTF-8. */
export function saveCsv(text: string, name: string) {
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name);
}
