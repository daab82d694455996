/**
 * @param pathname of an address, as it was sent. @returns it with small letters for capitals, also for encoded ones
 * (`%41`). The other escapes stay as they are: `%2F` is no slash. The result has no capital, so it leads no further.
 */
export function inLowerCase(pathname: string): string {
  return pathname.replace(/%[\dA-Fa-f]{2}|[A-Z]/g, (part) => {
    const letter = part.length === 1 ? part : String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[A-Z]/.test(letter) ? letter.toLowerCase() : part;
  });
}
