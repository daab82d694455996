const pattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** In upper or lower case, as the contract accepts it, but without the prefix `urn:uuid:`, which the database refuses. */
export const uuid = new RegExp(pattern, 'i');

const lowerCaseUuid = new RegExp(pattern);

/** Whether it is a UUID as the database writes it: in lower case. */
export function isStoredUuid(text: string): boolean {
  return lowerCaseUuid.test(text);
}
