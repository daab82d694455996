/** The current time in the examples: half an hour after the main card starts. */
const exampleNow = Date.parse('2026-11-21T20:30:00Z');

const isoDate = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|\+00:00)/g;
const cookieDate = /Expires=([A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)/g;

/** Copies the contract and moves the dates of its examples to around `now`, so that the mock shows a live event. */
export function shiftExampleDates<Contract>(contract: Contract, now: number): Contract {
  // Whole minutes, as in real events.
  const shift = Math.round((now - exampleNow) / 60_000) * 60_000;
  return visit(contract, false) as Contract;

  function visit(node: unknown, isExample: boolean): unknown {
    if (typeof node === 'string') return isExample ? shiftText(node) : node;
    if (Array.isArray(node)) return node.map((item) => visit(item, isExample));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        visit(value, isExample || key === 'example' || key === 'examples'),
      ]),
    );
  }

  function shiftText(text: string): string {
    const moved = (date: string) => new Date(Date.parse(date) + shift);
    return text
      .replace(isoDate, (date) => moved(date).toISOString().replace('.000Z', '+00:00'))
      .replace(cookieDate, (_, date: string) => `Expires=${moved(date).toUTCString()}`);
  }
}
