/** Walks every page of the admin area: on the running product as the demo administrator, and against the mock alone. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { adminPaths } from '../../src/admin-paths.ts';
import { test } from '../journey.ts';
import { demoAdministrator, signInByCall } from '../viewer.ts';

const mockUrl = 'http://localhost:3211';

const eventWithCard = `/api/v1/events?filter=${JSON.stringify({ slug: { eq: 'rotterdam-rumble-7' } })}`;

/** The addresses of all pages; ids of the route are taken from the lists of the API. */
async function addressesOf(page: Page) {
  const first = async (path: string) => (await (await page.request.get(path)).json()).data[0].id as string;
  const eventId = await first('/api/v1/events?order=name&limit=1');
  const userId = await first('/api/v1/identity/users?limit=1');
  const accessId = await first('/api/v1/events/access?limit=1');
  const orderId = await first('/api/v1/shop/orders?limit=1');
  const fighterId = await first('/api/v1/fighters?limit=1');
  const patterns = ['/admin', ...Object.values(adminPaths).map(({ pattern }) => pattern)];
  const ids: Record<string, string> = { eventId, userId, accessId, orderId, fighterId };
  return [
    ...patterns.map((pattern) => pattern.replace(/:(\w+)/, (_, name: string) => String(ids[name]))),
    adminPaths.eventCard.href(await first(eventWithCard)),
  ];
}

/** The demo has sold nothing yet, and its card is empty. */
async function fill(page: Page, baseURL: string | undefined) {
  await announce(page);
  const bought = await page.request.post('/api/v1/shop/buy/price_demo_northern_crown', {
    data: { email: `fan-${Date.now()}@example.test`, successUrl: `${baseURL}/`, cancelUrl: `${baseURL}/` },
  });
  const { redirectUrl } = await bought.json();
  const form = { method: 'card-ok', action: 'pay' };
  const paid = await page.request.post(redirectUrl, { form, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
}

async function announce({ request }: Page) {
  const record = { wins: 21, losses: 3, draws: 1 };
  const fighter = await request.post('/api/v1/fighters', {
    data: { name: 'Noor Haddad', countryCode: 'NL', record },
  });
  const { id: redFighterId } = await fighter.json();
  const event = (await (await request.get(eventWithCard)).json()).data[0].id;
  const blockId = (await (await request.get(`/api/v1/events/${event}/blocks`)).json()).data[0].id;
  for (const status of ['announced', 'cancelled']) {
    const bout = await request.post(`/api/v1/events/${event}/bouts`, { data: { blockId, redFighterId } });
    const { id } = await bout.json();
    const changed = await request.patch(`/api/v1/events/${event}/bouts/${id}`, { data: { status } });
    expect(changed.status()).toBe(204);
  }
}

async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /Page Not Found|could not be loaded/ })).toHaveCount(0);
}

/** Every control is at least 24 px large, or stands apart (WCAG 2.5.8); axe leaves this out unless asked. */
const rules = { rules: { 'target-size': { enabled: true } } };

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages of the admin area have no accessibility finding in ${colorScheme}`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await signInByCall(page, demoAdministrator);
    await fill(page, baseURL);
    const findings: string[] = [];
    for (const address of await addressesOf(page)) {
      await open(page, address);
      const { violations } = await new AxeBuilder({ page }).options(rules).analyze();
      findings.push(...violations.map(({ id, nodes }) => `${address} ${id} ${nodes[0]?.html}`));
    }
    expect(findings).toEqual([]);
  });
}

const smallScreens = [
  { name: '320 px', width: 320, height: 640 },
  { name: '1280 x 800 px at a zoom of 200 %', width: 640, height: 400 },
];

for (const { name, width, height } of smallScreens) {
  test(`pages of the admin area fit into ${name}`, async ({ page, baseURL }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    await signInByCall(page, demoAdministrator);
    await fill(page, baseURL);
    for (const address of await addressesOf(page)) {
      await open(page, address);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(`${address} ${needed}`).toBe(`${address} ${width}`);
    }
  });
}

test('every page of the admin area opens against the mock', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: mockUrl });
  const page = await context.newPage();
  const setCookies = (cookies: Record<string, string>) =>
    context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url: mockUrl,
      })),
    );
  await setCookies({ accessToken: 'x', refreshToken: 'x' });
  const { data } = await (await page.request.get('/api/v1/identity/auth/access/permissions')).json();
  const permissions = data.map(({ code }: { code: string }) => code);
  const claims = { sub: '1', name: 'Anna de Boer', email: 'anna@ringside.test', permissions };
  const token = ['{}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url'));
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await setCookies({
    identityToken: token.join('.'),
    accessTokenExpirationDate: inAnHour,
    refreshTokenExpirationDate: inAnHour,
    remember: 'true',
  });
  for (const address of await addressesOf(page)) await open(page, address);
  await context.close();
});
