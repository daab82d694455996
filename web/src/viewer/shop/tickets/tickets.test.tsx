import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import {
  fakeCheckout,
  fakeEventOffer,
  fakeOffer,
  fakeSite,
  mainCardSold,
  rumbleSold,
} from '../../../test/fake-shop.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { leave } from '../buying/leave.ts';
import { checkoutKey } from '../checkout-key.ts';
import { rememberPaid } from '../paid-here/paid-here.ts';
import type { Offer } from '../shop.queries.ts';
import { TicketsSection as Tickets } from './tickets-section.tsx';

const server = fakeApiServer();
const offersPath = '/api/v1/shop/offers/{competitionId}';
const buyPath = '/api/v1/shop/buy/{stripePriceId}';
const checkoutPath = '/api/v1/shop/checkouts/{checkoutId}';
const noStore = { 'Cache-Control': 'no-store' };
const page = '/competitions/rotterdam-rumble-7';
const competition = {
  id: 'rumble-id',
  name: 'Rotterdam Rumble 7',
  startDate: '2026-11-21T18:00:00Z',
  timezone: 'Europe/Amsterdam',
  blocks: [
    { id: 'prelims-id', name: 'Prelims', startDate: '2026-11-21T18:00:00Z', paymentRequired: true },
    { id: 'main-card-id', name: 'Main card', startDate: '2026-11-21T19:30:00Z', paymentRequired: true },
    { id: 'weigh-in-id', name: 'Weigh-in', startDate: '2026-11-21T12:00:00Z', paymentRequired: false },
  ],
};

beforeEach(() => {
  signOut();
  vi.spyOn(leave, 'to').mockImplementation(() => {});
  server.on('get', '/api/v1/site', { status: 200, body: fakeSite });
});
afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

const answer = (offers: Offer[]) =>
  server.on('get', offersPath, { status: 200, body: { data: offers }, headers: noStore });

function open(offers: Offer[], { blockId, search = '' }: { blockId?: string; search?: string } = {}) {
  answer(offers);
  renderRoutes(
    [
      { path: page, element: <Tickets competition={competition} {...(blockId ? { blockId } : {})} /> },
      { path: '*', element: <p>another page</p> },
    ],
    `${page}${search}`,
  );
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const buyCalls = () => server.calls().filter(({ method }) => method === 'post');

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for €14.99: Main card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy Main card' }));
  await dialog.findByRole('button', { name: /^Go to payment/ });
  return dialog;
}

describe('an offer', () => {
  it('shows its price and what it contains to everybody', async () => {
    open([fakeEventOffer(), fakeOffer()]);
    const whole = await card('All of Rotterdam Rumble 7');
    expect(whole.getByText('€25')).toBeDefined();
    expect(whole.getByText('The whole event, all sessions: Prelims and Main card.')).toBeDefined();
    expect((await card('Main card')).getByText('€14.99')).toBeDefined();
  });

  it('has one way to sign in above it for somebody who has bought already', async () => {
    open([fakeEventOffer(), fakeOffer()]);
    await card('Main card');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/auth/login?returnTo=%2Fcompetitions%2Frotterdam-rumble-7',
    );
  });

  it('asks nobody to sign in who is signed in', async () => {
    signIn();
    open([fakeOffer()]);
    await card('Main card');
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  });

  it('names what else the price opens', async () => {
    const other = {
      ...mainCardSold,
      eventId: 'other',
      eventName: 'Utrecht Open',
      blockId: null,
      blockName: null,
    };
    open([fakeOffer({ contains: [mainCardSold, other] })]);
    expect((await card('Main card')).getByText(/Also opens all of Utrecht Open\./)).toBeDefined();
  });

  it('offers to pay at once while a slow payment is on its way', async () => {
    signIn();
    open([fakeOffer({ state: 'pending' })]);
    const offer = await card('Main card');
    expect(offer.getByText(/^Payment received, unlocking/)).toBeDefined();
    expect(offer.getByRole('button', { name: /^Buy/ })).toBeDefined();
  });

  it.each([
    ['owned', {}, /^You have access$/],
    ['disputed', {}, /^You have paid for this, and your bank is deciding/],
    ['sale-ended', { saleEndDate: '2026-11-20T19:00:00Z' }, /^The sale ended .*20 Nov 2026/],
    ['not-on-sale', { saleStartDate: '2026-12-01T08:00:00Z' }, /^On sale from .*1 Dec 2026/],
    ['not-on-sale', { price: null, stripePriceId: null }, /^Not on sale$/],
    ['on-sale', { price: null }, /^The price is not available at the moment/],
  ] as const)('in the state %s (%o) has no button', async (state, change, words) => {
    signIn();
    open([fakeOffer({ state, ...change })]);
    const offer = await card('Main card');
    expect(
      offer.getByText((_, element) => element?.tagName === 'SPAN' && words.test(element.textContent ?? '')),
    ).toBeDefined();
    expect(offer.queryByRole('button')).toBeNull();
  });

  it('says until when the viewer has access, and is sold all the same', async () => {
    signIn();
    open([fakeOffer({ accessEndDate: '2026-12-01T08:00:00Z' })]);
    const offer = await card('Main card');
    const words = offer.getByText(/^You have access until/);
    expect(words.textContent).toContain('1 Dec 2026');
    expect(offer.getByRole('button', { name: 'Buy for €14.99: Main card' })).toBeDefined();
  });

  it('is asked for with the key of the browser, whose own payments hold it up', async () => {
    open([fakeOffer()]);
    await card('Main card');
    expect(server.calls()[0]?.headers.get('checkout-key')).toBe(checkoutKey());
  });

  it('says until when it is sold', async () => {
    open([fakeOffer({ saleEndDate: '2026-12-01T08:00:00Z' })]);
    const offer = await card('Main card');
    expect(offer.getByText(/On sale until/).textContent).toContain('1 Dec 2026');
    expect(offer.getByRole('button', { name: /Buy/ })).toBeDefined();
  });

  it('of a block without a price is a part of the event', async () => {
    open([fakeEventOffer(), fakeOffer({ state: 'part-of-event', price: null, stripePriceId: null })]);
    await card('All of Rotterdam Rumble 7');
    expect(screen.queryByRole('article', { name: 'Main card' })).toBeNull();
  });

  it('on the page of its block says so, beside the event', async () => {
    const prelims = fakeOffer({ blockId: 'prelims-id' });
    open(
      [fakeEventOffer(), prelims, fakeOffer({ state: 'part-of-event', price: null, stripePriceId: null })],
      {
        blockId: 'main-card-id',
      },
    );
    expect((await card('Main card')).getByText(/comes with the whole event/)).toBeDefined();
    expect(await card('All of Rotterdam Rumble 7')).toBeDefined();
    expect(screen.queryByRole('article', { name: 'Prelims' })).toBeNull();
  });

  it('explains what the whole event costs somebody who has a block', async () => {
    signIn();
    open([fakeEventOffer(), fakeOffer({ state: 'owned' })]);
    expect(await screen.findByText(/You have Main card already\..*its full price/)).toBeDefined();
  });

  it('can be asked for again when it could not be loaded', async () => {
    server.on('get', offersPath, {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found' }) as never,
    });
    renderRoutes([{ path: page, element: <Tickets competition={competition} /> }], page);
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer([fakeOffer()]);
    await userEvent.click(again);
    expect(await card('Main card')).toBeDefined();
  });

  it('is nothing where nothing is sold', async () => {
    open([]);
    await waitFor(() => expect(server.calls().length).toBe(1));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Tickets' })).toBeNull());
  });

  it('says after Cancel that nothing was paid', async () => {
    open([fakeOffer()], { search: '?checkout=canceled' });
    expect(await screen.findByText('You have left the payment page. Nothing was paid.')).toBeDefined();
  });
});

describe('buying', () => {
  it('asks for the address, shows the refund policy, and goes to the payment page', async () => {
    open([fakeOffer()]);
    server.on('post', buyPath, { status: 200, body: { redirectUrl: 'https://pay.example/1' } });
    const dialog = await openDialog();
    expect(await dialog.findByText('until the start')).toBeDefined();
    await userEvent.type(dialog.getByRole('textbox', { name: 'E-mail address' }), ' Robin@ringside.test ');
    await userEvent.click(dialog.getByRole('button', { name: 'Go to payment: €14.99' }));
    await waitFor(() => expect(leave.to).toHaveBeenCalledExactlyOnceWith('https://pay.example/1'));
    const [call] = buyCalls();
    expect(call?.path).toBe('/api/v1/shop/buy/price_MainCard');
    expect(call?.body).toEqual({
      email: 'Robin@ringside.test',
      successUrl: `${window.location.origin}/checkout?returnTo=%2Fcompetitions%2Frotterdam-rumble-7`,
      cancelUrl: `${window.location.origin}/competitions/rotterdam-rumble-7?checkout=canceled`,
    });
    expect(dialog.getByText('Going to the payment page.')).toBeDefined();
  });

  it('begins with what is bought, of which event, when it is, and the price', async () => {
    open([fakeOffer()]);
    const recap = within((await openDialog()).getByRole('region', { name: 'Your purchase' }));
    expect(recap.getByText('Rotterdam Rumble 7')).toBeDefined();
    expect(recap.getByText(/^Sat, 21 Nov 2026, /)).toBeDefined();
    expect(recap.getByText('€14.99')).toBeDefined();
  });

  it('knows the address of a signed-in viewer', async () => {
    signIn({ email: 'mia@ringside.test' });
    open([fakeOffer()]);
    const dialog = await openDialog();
    expect(dialog.getByText(/For your account/).textContent).toContain('mia@ringside.test');
    expect(dialog.queryByRole('textbox', { name: /address/ })).toBeNull();
    server.on('post', buyPath, { status: 200, body: { redirectUrl: 'https://pay.example/1' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Go to payment: €14.99' }));
    await waitFor(() => expect(buyCalls()[0]?.body).toMatchObject({ email: 'mia@ringside.test' }));
  });

  it('is for somebody else when a signed-in viewer says so', async () => {
    signIn({ email: 'mia@ringside.test' });
    open([fakeOffer()]);
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Give it to somebody else' }));
    const address = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Their e-mail address' });
    expect([address.value, document.activeElement]).toEqual(['', address]);
    server.on('post', buyPath, { status: 200, body: { redirectUrl: 'https://pay.example/1' } });
    await userEvent.type(address, 'friend@ringside.test{Enter}');
    await waitFor(() => expect(buyCalls()[0]?.body).toMatchObject({ email: 'friend@ringside.test' }));
  });

  it('wants an address', async () => {
    open([fakeOffer()]);
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: /Go to payment/ }));
    expect(dialog.getByText('Enter a valid e-mail address.')).toBeDefined();
    expect(buyCalls()).toEqual([]);
  });

  it('sends one call for a double click', async () => {
    signIn();
    open([fakeOffer()]);
    server.on('post', buyPath, async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 200, body: { redirectUrl: 'https://pay.example/1' } };
    });
    const dialog = await openDialog();
    const button = dialog.getByRole('button', { name: /Go to payment/ });
    const form = button.closest('form') as HTMLFormElement;
    // Both before React has drawn the button anew.
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await userEvent.dblClick(button);
    await waitFor(() => expect(leave.to).toHaveBeenCalledTimes(1));
    expect(buyCalls().length).toBe(1);
  });

  it('sends nothing while another tab opens the payment page', async () => {
    vi.stubGlobal(
      'navigator',
      new Proxy(window.navigator, {
        has: (target, key) => key === 'locks' || key in target,
        get: (target, key) =>
          key === 'locks'
            ? { request: (_: string, __: object, task: (lock: null) => unknown) => task(null) }
            : Reflect.get(target, key, target),
      }),
    );
    signIn();
    open([fakeOffer()]);
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: /Go to payment/ }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/Another tab/);
    expect(buyCalls()).toEqual([]);
  });

  it('can be pressed again when the browser comes Back to the page as it was', async () => {
    signIn();
    open([fakeOffer()]);
    server.on('post', buyPath, { status: 200, body: { redirectUrl: 'https://pay.example/1' } });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: /Go to payment/ }));
    await waitFor(() => expect(leave.to).toHaveBeenCalledTimes(1));
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await userEvent.click(dialog.getByRole('button', { name: /Go to payment/ }));
    await waitFor(() => expect(leave.to).toHaveBeenCalledTimes(2));
  });

  it.each([
    [
      409,
      '/problems/already-owned',
      'You have access to this already.',
      /^You have access to this already\.$/,
    ],
    [409, '/problems/not-on-sale', 'This is not on sale now.', /^This is not on sale now\.$/],
    [
      429,
      '/problems/too-many-requests',
      'Try again in 30 seconds.',
      /^Nothing was paid\. Try again in 30 seconds\.$/,
    ],
    [
      503,
      '/problems/service-unavailable',
      'x',
      /^The payment page cannot be opened at the moment\. Nothing was paid\./,
    ],
  ] as const)('explains a %i %s', async (status, type, detail, words) => {
    signIn();
    open([fakeOffer()]);
    server.on('post', buyPath, { status, body: problemBody({ status, type, detail }) } as never);
    const dialog = await openDialog();
    const before = server.calls().filter(({ path }) => path.includes('/offers/')).length;
    await userEvent.click(dialog.getByRole('button', { name: /Go to payment/ }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(words);
    expect(leave.to).not.toHaveBeenCalled();
    const offersAsked = () => server.calls().filter(({ path }) => path.includes('/offers/')).length;
    if (status === 409) await waitFor(() => expect(offersAsked()).toBeGreaterThan(before));
    else expect(dialog.getByRole('button', { name: /Go to payment/ })).toBeDefined();
    if (type.endsWith('owned')) expect(dialog.queryByRole('button', { name: /Go to payment/ })).toBeNull();
  });

  it('puts an issue of the server on the field', async () => {
    open([fakeOffer()]);
    server.on('post', buyPath, {
      status: 400,
      body: {
        ...problemBody({ status: 400, type: '/problems/validation-error' }),
        issues: [{ detail: 'Must be a valid address.', pointer: '/email', location: 'body' }],
      } as never,
    });
    const dialog = await openDialog();
    await userEvent.type(dialog.getByRole('textbox'), 'a@b');
    await userEvent.click(dialog.getByRole('button', { name: /Go to payment/ }));
    const link = within(await dialog.findByRole('alert')).getByRole('link');
    expect(
      document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.getAttribute('aria-invalid'),
    ).toBe('true');
  });
});

describe('somebody who has paid on this device and is not signed in', () => {
  beforeEach(() => rememberPaid('cs_1', [mainCardSold]));

  it.each(['paid', 'processing', 'unlocking'] as const)(
    'is not offered it again while it is %s',
    async (status) => {
      server.on('get', checkoutPath, {
        status: 200,
        body: fakeCheckout({ status, access: null }),
        headers: noStore,
      });
      open([fakeOffer()]);
      const offer = await card('Main card');
      expect(
        await offer.findByText(status === 'paid' ? /You have paid for this/ : /Payment received/),
      ).toBeDefined();
      expect(offer.getByRole('link').getAttribute('href')).toBe('/checkout?checkoutId=cs_1');
      expect(offer.queryByRole('button')).toBeNull();
    },
  );

  it.each(['expired', 'refunded', 'open'] as const)('is offered it again when it is %s', async (status) => {
    server.on('get', checkoutPath, {
      status: 200,
      body: fakeCheckout({ status, access: null }),
      headers: noStore,
    });
    open([fakeOffer()]);
    expect(await screen.findByRole('button', { name: /^Buy for .*: Main card$/ })).toBeDefined();
    expect(window.localStorage.getItem('ringside-paid')).toBe('[]');
  });

  it('is not offered a block of the event that they have paid for', async () => {
    rememberPaid('cs_2', [rumbleSold]);
    server.on('get', checkoutPath, {
      status: 200,
      body: fakeCheckout({ access: null, items: [rumbleSold] }),
      headers: noStore,
    });
    open([fakeEventOffer(), fakeOffer({ blockId: 'prelims-id' })]);
    expect(await (await card('Prelims')).findByText(/You have paid for this/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
  });

  it('is offered what was not in that payment', async () => {
    server.on('get', checkoutPath, { status: 200, body: fakeCheckout({ access: null }), headers: noStore });
    open([fakeEventOffer(), fakeOffer()]);
    expect(
      await screen.findByRole('button', { name: /^Buy for .*: All of Rotterdam Rumble 7$/ }),
    ).toBeDefined();
  });

  it.each(['{', '"x"', '[null, 7, {"ids": 1}]'])('survives a spoiled note %s', async (stored) => {
    window.localStorage.setItem('ringside-paid', stored);
    open([fakeOffer()]);
    expect(await screen.findByRole('button', { name: /^Buy for .*: Main card$/ })).toBeDefined();
  });
});

describe('a signed-in viewer on a device on which it was paid', () => {
  beforeEach(() => {
    signIn({ email: 'mia@ringside.test' });
    rememberPaid('cs_1', [mainCardSold]);
  });
  const checkoutIs = (change: Parameters<typeof fakeCheckout>[0]) =>
    server.on('get', checkoutPath, { status: 200, body: fakeCheckout(change), headers: noStore });
  const buy = { name: 'Buy for €14.99: Main card' };
  const checkoutCalls = () => server.calls().filter(({ path }) => path.includes('/checkouts/'));
  const notes = () => window.localStorage.getItem('ringside-paid');

  it('gets what was paid with the address of the account, and is not offered it meanwhile', async () => {
    checkoutIs({ access: 'unclaimed', canClaim: true });
    const claimed = Promise.withResolvers<void>();
    server.on('post', `${checkoutPath}/claim`, async () => {
      await claimed.promise;
      checkoutIs({});
      return { status: 204 } as never;
    });
    open([fakeOffer()]);
    const offer = await card('Main card');
    expect(await offer.findByText(/Payment received, unlocking/)).toBeDefined();
    expect(offer.queryByRole('button')).toBeNull();
    answer([fakeOffer({ state: 'owned' })]);
    claimed.resolve();
    expect(await offer.findByText('You have access')).toBeDefined();
    expect(notes()).toBe('[]');
  });

  it.each(['processing', 'unlocking'] as const)('is not offered it again while it is %s', async (status) => {
    checkoutIs({ status, access: 'none' });
    open([fakeOffer()]);
    const offer = await card('Main card');
    expect(await offer.findByText(/Payment received/)).toBeDefined();
    expect(offer.queryByRole('button')).toBeNull();
  });

  it('is not offered it while the server does not answer', async () => {
    server.on('get', checkoutPath, { status: 503, body: problemBody({ status: 503 }) } as never);
    open([fakeOffer()]);
    const offer = await card('Main card');
    expect(offer.getByText(/Looking for your payment/)).toBeDefined();
    await waitFor(() => expect(checkoutCalls().length).toBe(1));
    expect(offer.queryByRole('button')).toBeNull();
  });

  it('can buy what was paid for another address, and reads that it was', async () => {
    checkoutIs({ access: 'other-address' });
    open([fakeOffer()]);
    const button = await screen.findByRole('button', buy);
    expect(button.getAttribute('data-variant')).toBe('default');
    const offer = await card('Main card');
    expect(offer.getByText(/for another address than mia@ringside\.test/)).toBeDefined();
    expect(offer.queryByText(/You have paid/)).toBeNull();
    expect(notes()).toContain('cs_1');
  });

  it('is protected by their own payment behind a newer one of another address', async () => {
    rememberPaid('cs_2', [mainCardSold]);
    server.on('get', checkoutPath, ({ path }) => ({
      status: 200,
      body: fakeCheckout({ access: path.endsWith('cs_2') ? 'other-address' : 'unclaimed' }),
      headers: noStore,
    }));
    server.on('post', `${checkoutPath}/claim`, { status: 503, body: problemBody({ status: 503 }) } as never);
    open([fakeOffer()]);
    const offer = await card('Main card');
    expect(await offer.findByText(/Payment received, unlocking/)).toBeDefined();
    expect(offer.queryByRole('button')).toBeNull();
  });

  it('has the access as soon as the server has given it', async () => {
    checkoutIs({ access: 'granted' });
    open([fakeOffer()]);
    const offer = await card('Main card');
    answer([fakeOffer({ state: 'owned' })]);
    expect(await offer.findByText('You have access')).toBeDefined();
    expect(notes()).toBe('[]');
  });

  it('can buy again what an access that has ended was paid for', async () => {
    checkoutIs({ access: 'granted' });
    open([fakeOffer()]);
    expect(await screen.findByRole('button', buy)).toBeDefined();
    expect(notes()).toBe('[]');
  });

  it.each(['refunded', 'expired', 'disputed'] as const)(
    'is offered it again when it is %s',
    async (status) => {
      checkoutIs({ status, access: 'none' });
      open([fakeOffer()]);
      expect(await screen.findByRole('button', buy)).toBeDefined();
      expect(notes()).toBe('[]');
    },
  );

  it('is offered it again after seven days', async () => {
    const [note] = JSON.parse(notes() ?? '');
    window.localStorage.setItem(
      'ringside-paid',
      JSON.stringify([{ ...note, at: Date.now() - 7 * 86_400_000 }]),
    );
    open([fakeOffer()]);
    expect(await screen.findByRole('button', buy)).toBeDefined();
    expect(checkoutCalls()).toEqual([]);
  });
});

describe('a promotion code in the link', () => {
  const openDialog = async () => {
    open([fakeOffer()], { search: '?promotion=FIGHT' });
    await userEvent.click(await screen.findByRole('button', { name: /^Buy for/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByRole('textbox', { name: 'E-mail address' }), 'a@b.example');
    return dialog;
  };
  const promotionOfCall = () => (buyCalls().at(-1)?.body as { promotion?: string })?.promotion;

  it('stands in the dialog and is sent, and the amount of the button is left to the payment page', async () => {
    server.on('post', buyPath, { status: 200, body: { redirectUrl: 'https://pay.example/1' } });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Go to payment' }));
    await waitFor(() => expect(leave.to).toHaveBeenCalled());
    expect(promotionOfCall()).toBe('FIGHT');
  });

  it('that is refused says so at its field, and the purchase goes on without it', async () => {
    const detail = 'This code cannot be used for this purchase.';
    server.on('post', buyPath, {
      status: 400,
      body: {
        ...problemBody({ status: 400, type: '/problems/validation-error' }),
        issues: [{ detail, pointer: '/promotion', location: 'body' }],
      },
    } as never);
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Go to payment' }));
    const field = dialog.getByRole('textbox', { name: 'Promotion code' });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    server.on('post', buyPath, { status: 200, body: { redirectUrl: 'https://pay.example/1' } });
    await userEvent.clear(field);
    await userEvent.click(dialog.getByRole('button', { name: 'Go to payment: €14.99' }));
    await waitFor(() => expect(leave.to).toHaveBeenCalled());
    expect(promotionOfCall()).toBeUndefined();
  });
});
