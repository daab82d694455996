/** The time of an answer. A second earlier, so that an event of the same moment, which is exact, wins. */
export function askedAt(answer: { lastResponse?: { headers?: Record<string, string> } }): number {
  const date = Date.parse(answer.lastResponse?.headers?.date ?? '');
  return Number.isNaN(date) ? 0 : Math.floor(date / 1_000) - 1;
}
