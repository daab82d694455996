import { createHmac, randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { answered, test } from '../journey.ts';
import { signIn } from '../viewer.ts';

const password = 'Round-seven-7!';

/** A passkey of the browser that needs no press of a person. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Registers a viewer of this journey alone, and signs in. */
async function openSecurityPage(page: Page): Promise<{ email: string; password: string }> {
  const email = `${randomUUID()}@ringside.test`;
  const registered = await page.request.post('/api/v1/identity/auth/credentials/register', {
    data: { firstName: 'Mia', lastName: 'Jansen', email, password },
  });
  expect(registered.status()).toBe(201);
  await page.goto('/account/security');
  await signIn(page, { email, password });
  await expect(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible();
  return { email, password };
}

/** The code that an authenticator app shows (RFC 6238). */
function codeOf(base32: string, now = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const names = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(names).not.toContain('accessToken');
  await page.goto('/account/security');
}

test('a viewer adds a passkey, signs in with it, renames it and removes it', async ({ page }) => {
  await addVirtualAuthenticator(page);
  await openSecurityPage(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey was added')).toBeVisible();
  await expect(page.getByText('not used yet')).toBeVisible();

  // The virtual passkey answers the offer of the e-mail field without a press.
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible();

  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('My laptop', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
});

test('a viewer sets up an authenticator app, and signs in with a recovery code', async ({
  page,
  provokes,
}) => {
  provokes(answered(401, '/credentials/login'));
  const account = await openSecurityPage(page);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const key = await page.locator('code').first().textContent();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(String(key).replaceAll(' ', '')));
  await page.getByRole('button', { name: 'Finish' }).click();
  const recoveryCode = await page.getByText(/^1-\w{4}-/).textContent();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await signOut(page);
  await signIn(page, account);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  await page.getByRole('textbox', { name: 'Code' }).fill(String(recoveryCode).toLowerCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the security page has no accessibility finding in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await addVirtualAuthenticator(page);
    await openSecurityPage(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('not used yet')).toBeVisible();
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
}
