import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeOrder, mainCardSold, ordered } from '../../../test/fake-shop.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';
import type { Order } from './orders.queries.ts';

const server = fakeApiServer();
const path = '/api/v1/shop/orders/{orderId}';
const refundsPath = `${path}/refunds` as const;
const id = fakeOrder().id;
const all = [
  ...['event:read', 'event:create', 'order:read', 'order:update', 'order:refund', 'identity.user:read'],
];
const created = { status: 201 as const, body: { id }, headers: { Location: `/api/v1/shop/orders/${id}` } };
afterEach(signOut);

function open(change: Partial<Order> = {}, held = all) {
  server.on('get', path, { status: 200, body: fakeOrder(change) });
  return openAdmin(server, `/admin/orders/${id}`, held);
}
const refundCalls = () => server.calls().filter(({ path: called }) => called.endsWith('/refunds'));

async function openRefund() {
  await userEvent.click(await screen.findByRole('button', { name: 'Refund' }));
  return within(await screen.findByRole('dialog', { name: 'Refund Robin de Vries' }));
}
const answerQuestion = async (name: 'Continue' | 'Cancel', title: RegExp) => {
  const question = within(await screen.findByRole('dialog', { name: title }));
  const words = question.getByText(/cannot be undone/).textContent;
  await userEvent.click(question.getByRole('button', { name }));
  return words;
};

describe('an order', () => {
  it('shows the buyer, what was bought, its payment, refunds and disputes', async () => {
    open({
      refundedAmount: 500,
      refunds: [
        {
          id: 'r1',
          amount: 500,
          status: 'pending',
          reason: 'not-watchable',
          actorName: 'Mia Jansen',
          createdAt: '2026-11-21T08:00:00Z',
        },
        {
          id: 'r2',
          amount: 100,
          status: 'failed',
          reason: 'provider',
          actorName: null,
          createdAt: '2026-11-21T08:00:00Z',
        },
      ],
      disputes: [{ id: 'd1', amount: 1499, status: 'won', createdAt: '2026-11-22T08:00:00Z' }],
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Order of Robin de Vries' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Robin de Vries' }).getAttribute('href')).toMatch(
      /^\/admin\/identity\/users\//,
    );
    expect(screen.getByRole('link', { name: 'Rotterdam Rumble 7, Main card' }).getAttribute('href')).toBe(
      '/admin/events/rumble-id',
    );
    const refunds = within(screen.getByRole('table', { name: 'Refunds' })).getAllByRole('row');
    expect(refunds[1]?.textContent).toMatch(/€5On its wayThe stream could not be watchedMia Jansen/);
    expect(refunds[2]?.textContent).toMatch(
      /€1Failed: no money went backMade at the payment providerNobody here/,
    );
    expect(
      within(screen.getByRole('table', { name: 'Disputes' })).getByText('Won; the money is back here'),
    ).toBeDefined();
  });

  it.each([
    ['waits for its address', { user: null, userId: null }, /Nobody has confirmed this address/],
    [
      'of a deleted account',
      { user: null, userId: null, email: null, pseudonym: 'amber-7' },
      /^The account was deleted$/,
    ],
    [
      'has a part that was deleted',
      { items: [{ ...ordered(mainCardSold), isDeleted: true }] },
      /^Rotterdam Rumble 7, Main card \(deleted, opens nothing\)$/,
    ],
    [
      'was paid with another sum',
      {
        status: 'pending',
        amount: null,
        wrongPayment: { amount: 100, currency: 'eur', paymentIntent: 'pi_x' },
      },
      /^Paid another sum$|has taken €1 for this order.*pi_x$/,
    ],
    ['was never paid', { status: 'expired', amount: null, currency: null, paidAt: null }, /^Not paid$/],
  ] as const)('that %s says so', async (_, change, words) => {
    open(change as Partial<Order>);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  });

  it('that was paid with another sum says so above all else, and where that money is', async () => {
    const wrongPayment = { amount: 100, currency: 'eur', paymentIntent: 'pi_x' };
    open({
      status: 'pending',
      amount: null,
      currency: null,
      paidAt: null,
      paymentIntent: null,
      wrongPayment,
    });
    const notice = await screen.findByText(/has taken €1 for this order/);
    const paid = screen.getByText('€1, which is not the price');
    expect(notice.compareDocumentPosition(paid)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('pi_x')).toBeDefined();
    expect(screen.queryByText('Not paid')).toBeNull();
  });

  it('shows the number that the mails to the buyer name', async () => {
    open();
    expect(await screen.findByText(id)).toBeDefined();
  });

  it.each([
    ['refunded in full', { status: 'refunded', refundedAmount: 1499 }],
    ['disputed', { status: 'disputed' }],
    ['pending', { status: 'pending', amount: null, currency: null, paidAt: null }],
    ['free', { amount: 0 }],
  ] as const)('that is %s has no refund', async (_, change) => {
    open(change);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  it('shows nobody what they may not do', async () => {
    open({}, ['event:read', 'order:read']);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /Refund|receipt/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Robin de Vries' })).toBeNull();
  });
});

describe('a mistyped address', () => {
  const buyerPath = `${path}/buyer` as const;
  const openMove = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Move to another address' }));
    return within(await screen.findByRole('dialog', { name: 'Move the order of Robin de Vries' }));
  };

  it('is corrected, with the address that was seen', async () => {
    open();
    const dialog = await openMove();
    expect(dialog.getByText(/access ends for robin@ringside\.test at once/)).toBeDefined();
    server.on('put', buyerPath, { status: 204 } as never);
    await userEvent.type(dialog.getByRole('textbox', { name: /New e-mail/ }), 'right@ringside.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Move the order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = server.calls().filter(({ path: called }) => called.endsWith('/buyer'));
    expect(sent?.body).toEqual({ email: 'right@ringside.test', from: 'robin@ringside.test' });
  });

  it('says at the field why it cannot be moved', async () => {
    open();
    const dialog = await openMove();
    const issues = [{ detail: 'Has all of it already.', pointer: '/email', location: 'body' }];
    server.on('put', buyerPath, { status: 409, body: { ...problemBody({ status: 409 }), issues } } as never);
    await userEvent.type(dialog.getByRole('textbox', { name: /New e-mail/ }), 'right@ringside.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Move the order' }));
    expect((await dialog.findAllByText(/Has all of it already/)).length).toBeGreaterThan(0);
  });

  it('that somebody else has moved meanwhile says so, and the page behind reads the order again', async () => {
    open();
    const dialog = await openMove();
    const issues = [{ detail: 'Somebody else has moved it meanwhile.', pointer: '/from', location: 'body' }];
    server.on('put', buyerPath, { status: 409, body: { ...problemBody({ status: 409 }), issues } } as never);
    server.on('get', path, { status: 200, body: fakeOrder({ email: 'elsewhere@ringside.test' }) });
    await userEvent.type(dialog.getByRole('textbox', { name: /New e-mail/ }), 'right@ringside.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Move the order' }));
    expect((await dialog.findByRole('listitem')).textContent).toBe('Somebody else has moved it meanwhile.');
    expect(await screen.findByText('elsewhere@ringside.test')).toBeDefined();
  });

  it('stays, in plain words, when the organiser does not confirm who they are', async () => {
    open();
    const dialog = await openMove();
    const type = '/problems/step-up-required';
    server.on('put', buyerPath, { status: 403, body: problemBody({ status: 403, type }) } as never);
    await userEvent.type(dialog.getByRole('textbox', { name: /New e-mail/ }), 'right@ringside.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Move the order' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Nothing was changed. Confirm that it is you, then try again.',
    );
  });

  it.each([
    ['refunded', { status: 'refunded' }],
    ['disputed in part', { disputedAmount: 500 }],
    ['of a deleted account', { email: null, user: null, userId: null, pseudonym: 'amber' }],
  ] as const)('of an order that is %s stays', async (_, change) => {
    open(change as Partial<Order>);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
  });

  it('says why it opens nothing after another person has proved its address', async () => {
    open({ leftAt: '2026-11-21T08:00:00Z', userId: null, user: null });
    expect(
      await screen.findByText(/another person has proved this address.*refunded after 7 days/),
    ).toBeDefined();
  });

  it('promises nothing of an order that was refunded after it had left its account', async () => {
    open({ leftAt: '2026-11-21T08:00:00Z', userId: null, user: null, status: 'refunded' });
    expect((await screen.findByText(/another person has proved this address/)).textContent).not.toMatch(
      /claim|after 7 days/,
    );
  });

  it('shows who has moved it', async () => {
    open({ moved: { at: '2026-11-21T08:00:00Z', actorName: 'Mia Jansen' } });
    expect(await screen.findByText(/by Mia Jansen/)).toBeDefined();
    expect(
      screen.getByRole('link', { name: 'Both addresses in the audit log' }).getAttribute('href'),
    ).toContain(`entityId=${id}`);
  });
});

describe('a refund in full', () => {
  it('says the amount and that the access ends, and sends it once', async () => {
    open({ refundedAmount: 499 });
    server.on('post', refundsPath, created);
    const dialog = await openRefund();
    expect(dialog.getByRole('status').textContent).toMatch(
      /€10 goes back.*access from this order ends at once/,
    );
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'other');
    await userEvent.click(dialog.getByRole('button', { name: 'Refund €10' }));
    expect(await answerQuestion('Continue', /^Refund €10 to Robin de Vries\?$/)).toMatch(
      /access from this order ends/,
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(refundCalls().map(({ body }) => body)).toEqual([
      {
        amount: 1000,
        refundedAmount: 499,
        reason: 'other',
        key: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      },
    ]);
  });

  it('leaves the access when the stream could not be watched, and says so', async () => {
    open();
    server.on('post', refundsPath, created);
    const dialog = await openRefund();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'not-watchable');
    expect(dialog.getByRole('status').textContent).toMatch(/The access stays\.$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Refund €14.99' }));
    expect(await answerQuestion('Continue', /^Refund €14\.99/)).toMatch(/The access stays\./);
    await waitFor(() => expect(refundCalls()).toMatchObject([{ body: { reason: 'not-watchable' } }]));
  });

  it('is not sent after Cancel', async () => {
    open();
    const dialog = await openRefund();
    await userEvent.click(dialog.getByRole('button', { name: 'Refund €14.99' }));
    await answerQuestion('Cancel', /^Refund €14\.99/);
    expect(refundCalls()).toEqual([]);
  });
});

describe('a refund in part', () => {
  async function typeAmount(amount: string) {
    const dialog = await openRefund();
    await userEvent.click(dialog.getByRole('radio', { name: 'A part' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Amount in EUR' }), amount);
    return dialog;
  }

  it('says that the access stays', async () => {
    open();
    server.on('post', refundsPath, created);
    const dialog = await typeAmount('5,50');
    expect(dialog.getByRole('status').textContent).toBe('€5.50 goes back to the buyer. The access stays.');
    await userEvent.click(dialog.getByRole('button', { name: 'Refund €5.50' }));
    await answerQuestion('Continue', /^Refund €5\.50/);
    await waitFor(() => expect(refundCalls()[0]?.body).toMatchObject({ amount: 550, refundedAmount: 0 }));
  });

  it('of everything ends the access, too', async () => {
    open();
    const dialog = await typeAmount('14.99');
    expect(dialog.getByRole('status').textContent).toMatch(/access from this order ends/);
  });

  it.each([
    ['15', 'At most €14.99 is left.'],
    ['x', 'Enter an amount in digits, for example 14.99.'],
    ['1.999', 'EUR has at most 2 decimals. Write thousands without a separator.'],
  ])('of %s is not sent', async (amount, words) => {
    open();
    const dialog = await typeAmount(amount);
    await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(dialog.getByText(words)).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Amount in EUR' }));
    expect(refundCalls()).toEqual([]);
  });

  it('that got no answer is sent again with the same key, another one with another key', async () => {
    open();
    server.on('post', refundsPath, { status: 503, body: problemBody({ status: 503 }) } as never);
    const dialog = await typeAmount('5');
    const send = async (name: string) => {
      await userEvent.click(dialog.getByRole('button', { name }));
      await answerQuestion('Continue', /^Refund €/);
      await dialog.findByRole('alert');
    };
    await send('Refund €5');
    await send('Refund €5');
    await userEvent.type(dialog.getByRole('textbox'), '.5');
    await send('Refund €5.50');
    const [first, second, third] = refundCalls().map(({ body }) => (body as { key: string }).key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is refused in words when somebody else has refunded meanwhile, and the order is read again', async () => {
    open();
    const detail = 'Somebody else has refunded this order meanwhile.';
    server.on('post', refundsPath, {
      status: 409,
      body: problemBody({ status: 409, type: '/problems/conflict', detail }),
    } as never);
    const dialog = await typeAmount('5');
    const before = server.calls().filter(({ method }) => method === 'get').length;
    await userEvent.click(dialog.getByRole('button', { name: 'Refund €5' }));
    await answerQuestion('Continue', /^Refund €5/);
    expect((await dialog.findByRole('alert')).textContent).toBe(detail);
    await waitFor(() =>
      expect(server.calls().filter(({ method }) => method === 'get').length).toBeGreaterThan(before),
    );
  });
});

it('sends the receipt again, and says where to', async () => {
  open();
  server.on('post', `${path}/receipt`, { status: 204 });
  await userEvent.click(await screen.findByRole('button', { name: 'Send the receipt again' }));
  expect(await screen.findByText('The receipt is on its way to robin@ringside.test')).toBeDefined();
});

it.each(['refunded', 'disputed', 'revoked', 'pending'] as const)(
  'has no receipt to send while the order is %s: it would promise the access',
  async (status) => {
    open({ status });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Send the receipt again' })).toBeNull();
  },
);

describe('a free order', () => {
  const revocationPath = `${path}/revocation` as const;
  const revocations = () =>
    server
      .calls()
      .filter(({ path: called }) => called.endsWith('/revocation'))
      .map(({ method }) => method);
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the ticket' }));
    return within(await screen.findByRole('dialog', { name: 'Revoke the free ticket of Robin de Vries?' }));
  };

  it('is revoked after a question', async () => {
    open({ amount: 0 });
    server.on('put', revocationPath, { status: 204 });
    await userEvent.click((await ask()).getByRole('button', { name: 'Cancel' }));
    expect(revocations()).toEqual([]);
    await userEvent.click((await ask()).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('The access has ended')).toBeDefined();
    expect(revocations()).toEqual(['put']);
  });

  it('is given back', async () => {
    open({ amount: 0, status: 'revoked' });
    server.on('delete', revocationPath, { status: 204 });
    await userEvent.click(await screen.findByRole('button', { name: 'Give the ticket back' }));
    expect(await screen.findByText('The access is back')).toBeDefined();
    expect(revocations()).toEqual(['delete']);
  });

  it.each([
    ['paid', { amount: 1499 }, all],
    ['expired', { amount: null }, all],
    ['paid', { amount: 0 }, ['event:read', 'order:read']],
  ] as const)('is the only one with the button: %s (%o)', async (status, change, held) => {
    open({ status, ...change }, [...held]);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /ticket/ })).toBeNull();
  });
});
