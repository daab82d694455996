/**
 * Every operation with a body: the server refuses each field of it once. Each issue is at its input, or in the summary
 * where the form has no input for it.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectStepUp } from '../api/client.ts';
import { proveIdentity } from '../identity/security/prove-identity.ts';
import { accountFormCases } from '../test/account-form-cases.ts';
import {
  bodyPointers,
  fakeContractServer,
  type OperationId,
  operationOf,
  operationsWithBody,
} from '../test/contract-server.ts';
import { adminFormCases, type FormCase, formOf } from '../test/form-cases.ts';
import { refusalOf } from '../test/issues.ts';
import { openAndEdit } from '../test/open-form.ts';
import { signOut } from '../test/session-cookies.ts';

const server = fakeContractServer();
beforeEach(() => connectStepUp(proveIdentity));
afterEach(() => {
  connectStepUp(async () => false);
  signOut();
});
const forms = [...adminFormCases, ...accountFormCases];

/** Operations with a body that no form of this client sends. */
const withoutForm: { [Id in OperationId]?: string } = {
  updateViewingPosition: 'the player keeps it, and nobody types it',
  setReminderSettings: 'a switch: a refusal is a toast',
  setPreferences: 'a switch: a refusal is a toast',
  setReminderPush: 'a switch: the browser fills it in',
  setReminderAppPush: 'a switch: the app fills it in',
  stopReminderMails: 'a button: the page shows its problem',
  requestSecondFactorRemoval: 'a button: security-page.test.tsx shows what comes of it',
  importAccesses: 'a CSV file: grant-page.test.tsx shows the refused rows',
  uploadImage: 'a file: event-images-page.test.tsx shows what is refused',
  createFilm: 'a file: film-section.test.tsx shows what is refused',
  appendToFilm: 'the bytes of that file',
  setChapter: 'a button: chapters-dialog.test.tsx shows a refusal',
  trimReplay: 'a slider: trim-dialog.test.tsx shows a refusal',
  setFeaturedStream: 'a button: a refusal is a toast',
  createAccess: 'a button of the support page: a refusal is a toast',
  orderBouts: 'buttons and the pointer: card-page.test.tsx shows a refusal',
  createLiveStreamInBlock: 'an old address of createLiveStream, which nothing calls',
  reportAccount: 'a button: the page shows its problem',
  loginWithPasskey: 'the browser fills it in',
  createPasskey: 'the browser fills it in',
  refreshToken: 'the session sends it',
  buyProduct: 'in a dialog of a page with prices: tickets.test.tsx shows an issue at its field',
  importBouts: 'pasted rows: import-dialog.test.tsx shows what is refused',
  mergeFighters: 'a choice: merge-fighter.test.tsx shows a refusal',
  updatePriceItems: 'a list of events: sold-together.test.tsx shows a refusal',
  updatePromotionCode: 'a button: promotion-codes-page.test.tsx shows a refusal',
  moveOrder: 'in a dialog: order-page.test.tsx shows an issue at its field',
  refundOrder: 'asks before it sends: order-page.test.tsx shows a refusal',
  createCompensation: 'asks before it sends: outages-page.test.tsx shows a refusal',
  handleStripeWebhook: 'the payment provider sends it',
  handleCloudflareWebhook: 'the video provider sends it',
  handleMuxWebhook: 'the video provider sends it',
  ringBell: 'A button: its taps are sent by themselves.',
  setVenueDelay: 'a button: a refusal is a toast',
};

it('knows a form, or a reason, for every operation with a body', () => {
  const known = [...forms.map(({ operation }) => operation), ...Object.keys(withoutForm)];
  expect(operationsWithBody.filter((id) => !known.includes(id))).toEqual([]);
});

describe.each(forms.filter(({ operation }) => !(operation in withoutForm)))('$name', (form) => {
  it('shows each issue of the server', async () => {
    const pointers = bodyPointers(form.operation).filter((pointer) => !form.ownPage?.includes(pointer));
    expect(pointers).toEqual(expect.arrayContaining([...form.fields]));
    await send(form, pointers);
    await expectIssues(pointers, form.fields);
  });
});

async function send(form: FormCase, pointers: readonly string[]) {
  await openAndEdit(server, form);
  const { method, path } = operationOf(form.operation);
  server.on(method as never, path as never, refusalOf(pointers) as never);
  // Not the form as it was: the choice of a picture asks in a dialog.
  const place = form.savesItself ? within(document.body) : await formOf(form);
  await userEvent.click(await place.findByRole('button', { name: form.submit }));
}

async function expectIssues(pointers: readonly string[], fields: readonly string[]) {
  const title = await screen.findByText('Please check this');
  const summary = title.closest<HTMLElement>('[role=alert]');
  if (!summary) throw new Error('There is no summary');
  await waitFor(() => expect(document.activeElement).toBe(summary));
  for (const pointer of pointers)
    expect(within(summary).getByText(new RegExp(`Wrong: ${pointer}$`)), pointer).toBeDefined();
  const links = within(summary).queryAllByRole<HTMLAnchorElement>('link');
  const linked = links.map(({ textContent }) => textContent?.split('Wrong: ')[1] ?? '');
  expect(linked.toSorted()).toEqual([...fields].sort());
  for (const [index, link] of links.entries()) await expectAtField(link, linked[index] ?? '');
}

/** The link leads to an input that is marked as wrong and described by the words of the server. */
async function expectAtField(link: HTMLAnchorElement, pointer: string) {
  const target = document.getElementById(link.hash.slice(1));
  fireEvent.click(link);
  expect(target?.contains(document.activeElement), pointer).toBe(true);
  const group = target?.querySelector('[role=radiogroup]');
  const field = group ?? target;
  // Neither a button nor a group can be invalid.
  if (!group && field?.tagName !== 'BUTTON')
    expect(field?.getAttribute('aria-invalid'), pointer).toBe('true');
  const words = (field?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
  expect(words, pointer).toContain(`Wrong: ${pointer}`);
}
