/** Fits the names of the contract. */
const maxLength = 255;

/** Stands in the profile until its owner gives a last name. */
const noLastName = '-';

/**
 * The names of an account whose owner gave only the address, as those of a provider that tells none: the part before the
 * @. The profile changes them.
 */
export function namesOfAddress(email: string): { name: string; firstName: string; lastName: string } {
  const [local = ''] = email.trim().split('@', 1);
  const [first = '', ...rest] = local
    .split('+', 1)
    .join('')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, maxLength).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
  const firstName = first || 'Viewer';
  const lastName = rest.join(' ').slice(0, maxLength).trim();
  return {
    name: `${firstName} ${lastName}`.slice(0, maxLength).trim(),
    firstName,
    lastName: lastName || noLastName,
  };
}
