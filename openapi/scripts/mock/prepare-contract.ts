import type { Contract } from './operations.ts';

/** What the payment provider shows. The mock has no such page, so a purchase goes on where it would return to. */
const paymentPage = /https:\/\/checkout\.stripe\.com\/c\/pay\/(\w+)/g;
const receipt = /https:\/\/pay\.stripe\.com\/receipts\/[\w/]+/g;

/** The contract as Prism needs it: without addresses of other hosts, and with the answer of a fault as a 500. */
export function prepareContract(bundle: Contract): Contract {
  const contract = JSON.parse(withoutOtherHosts(JSON.stringify(bundle)));
  nameFault(contract);
  return contract;
}

/** @param text JSON */
export function withoutOtherHosts(text: string): string {
  return text
    .replace(paymentPage, (_, id: string) => `/checkout?checkoutId=${id}`)
    .replace(receipt, '/account/tickets');
}

/** Prism returns `default` as a 200 for an operation without a 2xx response, such as a redirect. */
function nameFault(contract: Contract): void {
  for (const operation of Object.values(contract.paths).flatMap((item) => Object.values(item))) {
    const { responses } = operation as { responses?: Record<string, unknown> };
    if (responses?.default === undefined) continue;
    responses[500] = responses.default;
    delete responses.default;
  }
}
