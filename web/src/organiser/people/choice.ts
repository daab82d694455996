/** Sorted, so that the order of the presses is no change. */
export function toggled(codes: readonly string[], code: string, isChosen: boolean): string[] {
  return [...codes.filter((each) => each !== code), ...(isChosen ? [code] : [])].sort();
}

/**
 * The list to send: what was chosen here, on top of what is stored now. A list replaces the stored one as a whole, so
 * without this the change of somebody else meanwhile would be undone.
 */
export function onTopOf(
  now: readonly string[],
  { from, to }: { from: readonly string[]; to: readonly string[] },
): string[] {
  const added = to.filter((code) => !from.includes(code));
  const kept = now.filter((code) => !from.includes(code) || to.includes(code));
  return [...new Set([...kept, ...added])].sort();
}

/** The names behind a list of codes, for the choice of 412. */
export function namesOf(codes: unknown, known: readonly { code: string; name: string }[]): string {
  if (!Array.isArray(codes) || codes.length === 0) return 'None';
  return codes.map((code) => known.find((each) => each.code === code)?.name ?? String(code)).join(', ');
}
