import { vi } from 'vitest';
import { createRoutes } from '../app/router.tsx';
import { everyScope, type fakeContractServer } from './contract-server.ts';
import { type FormCase, formOf } from './form-cases.ts';
import { openAdmin } from './open-admin.ts';
import { renderRoutes } from './render.tsx';
import { signIn } from './session-cookies.ts';

/** Opens the form of a case, with every permission, and makes its change. */
export async function openAndEdit(server: ReturnType<typeof fakeContractServer>, form: FormCase) {
  form.given?.(server);
  const router = form.address.startsWith('/admin')
    ? openAdmin(server, form.address, everyScope)
    : openAccount(form.address);
  await form.open?.();
  await form.edit(await formOf(form));
  return router;
}

/** Signed in where the page needs it. */
function openAccount(address: string) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  if (address.startsWith('/account')) signIn();
  return renderRoutes(
    createRoutes(() => address),
    address,
    { isWholeApp: true },
  );
}

/** What stands in all fields of the page. */
export const typedIn = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(({ value, checked }) => [
    value,
    checked,
  ]);
