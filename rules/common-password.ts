/**
 * What `x-refuse-common` in the contract means: for the server, which decides with a long list, and for the client,
 * which says it while somebody types, with a short one. A guesser tries the passwords of such lists with a few
 * numbers and signs around them, and with signs in place of letters.
 */
const mostCut = 5;
const leastLeft = 4;
/** A longer one is refused for its length, and reading it would take long. */
const mostLength = 127;

const letterOf: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/**
 * Whether a list has the password, or what is left of it without up to five characters at its ends that are no
 * letters, as it is or with signs read as letters.
 * @param isListed knows lower-case texts.
 */
export function isCommon(password: string, isListed: (text: string) => boolean): boolean {
  if (password.length > mostLength) return false;
  const text = password.toLowerCase();
  const head = cuttable((index) => text.charAt(index));
  const tail = cuttable((index) => text.charAt(text.length - 1 - index));
  for (let start = 0; start <= head; start++) {
    for (let end = 0; end <= Math.min(tail, mostCut - start); end++) {
      const left = text.slice(start, text.length - end);
      if (left.length < leastLeft) continue;
      if (isListed(left) || isListed(left.replaceAll(/[@431!0$5]/g, (sign) => letterOf[sign] ?? sign)))
        return true;
    }
  }
  return false;
}

function cuttable(at: (index: number) => string): number {
  let count = 0;
  while (count < mostCut && !/\p{L}/u.test(at(count))) count += 1;
  return count;
}
