import { type Issue, validationProblem } from '../../http/problems.ts';
import { findAmountFault } from '../currency.rules.ts';
import type { CompensationTerms, Share } from './compensation.tables.ts';

interface Fields {
  remedy: CompensationTerms['remedy'];
  scope?: 'block' | 'event' | undefined;
  endDate?: string | undefined;
  percent?: number | undefined;
  amounts?: Array<{ currency: string; amount: number }> | undefined;
}

const day = 86_400_000;
/** Longer than anybody keeps a mail. */
const longest = 730 * day;

/** The terms in one form, whatever stands there besides. @throws problem 400 */
export function readTerms(fields: Fields, location: Issue['location'], now: Date): CompensationTerms {
  const { remedy, scope, endDate, percent, amounts } = fields;
  const fault = (pointer: string, detail: string) =>
    validationProblem([{ detail, pointer: `/terms${pointer}`, location }]);
  const readShare = () => shareOf(percent, amounts, fault);
  if (remedy === 'refund') return { remedy, ...readShare() };
  if (endDate === undefined) throw fault('/endDate', 'Is needed for this remedy.');
  const leftMs = Date.parse(endDate) - now.getTime();
  if (leftMs < day) throw fault('/endDate', 'Must be at least a day from now.');
  if (leftMs > longest) throw fault('/endDate', 'Must be at most two years from now.');
  const end = new Date(endDate).toISOString();
  if (remedy === 'credit') return { remedy, endDate: end, ...readShare() };
  if (scope === undefined) throw fault('/scope', 'Is needed for a replay.');
  return { remedy, scope, endDate: end };
}

function shareOf(
  percent: Fields['percent'],
  amounts: Fields['amounts'],
  fault: (pointer: string, detail: string) => Error,
): Share {
  if (percent !== undefined && amounts !== undefined)
    throw fault('/amounts', 'Give either a percentage or amounts.');
  if (percent !== undefined) return { percent };
  if (amounts === undefined) throw fault('/percent', 'A percentage or amounts are needed.');
  for (const [index, { currency, amount }] of amounts.entries()) {
    const detail = findAmountFault(amount, currency);
    if (detail !== undefined) throw fault(`/amounts/${index}/amount`, detail);
    if (amounts.findIndex((one) => one.currency === currency) !== index)
      throw fault(`/amounts/${index}/currency`, 'Each currency may stand here once.');
  }
  return { amounts: amounts.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) };
}
