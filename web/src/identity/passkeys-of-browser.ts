/** The browser's side of passkeys. Only this file imports the library, on first use. */
import type { components } from '@ringside/openapi/schema';

type Schemas = components['schemas'];
type Library = typeof import('@simplewebauthn/browser');

const library = () => import('@simplewebauthn/browser');

/** Passkeys belong to a host name, so browsers refuse them at an IP address. */
export function hasPasskeys({ hostname } = window.location) {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(hostname);
}

/** Whether the browser can offer passkeys in the list of saved names of a field. */
export async function canAutofillPasskeys() {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** @throws PasskeyDismissed, or an error of the browser. */
export async function makePasskey(
  options: Schemas['PasskeyCreationOptions'],
): Promise<Schemas['RegistrationResponse']> {
  return askBrowser(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as never }),
  ) as Promise<Schemas['RegistrationResponse']>;
}

/**
 * @param autofill waits until the viewer picks a passkey in the field with `autocomplete="... webauthn"`.
 * @throws PasskeyDismissed, or an error of the browser.
 */
export async function askPasskey(
  options: Schemas['PasskeyRequestOptions'],
  { autofill = false } = {},
): Promise<Schemas['AuthenticationResponse']> {
  return askBrowser(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as never, useBrowserAutofill: autofill }),
  ) as Promise<Schemas['AuthenticationResponse']>;
}

/** Stops a question that is still open; a browser allows only one. */
export async function stopAskingPasskey() {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** The viewer has closed the browser's dialog, or another question has replaced it. */
class PasskeyDismissed extends Error {
  override name = 'PasskeyDismissed';
}

const dismissals = new Set(['NotAllowedError', 'AbortError']);

async function askBrowser<Result>(ask: (library: Library) => Promise<Result>): Promise<Result> {
  try {
    return await ask(await library());
  } catch (error) {
    if (error instanceof Error && dismissals.has(error.name)) throw new PasskeyDismissed();
    throw error;
  }
}

/** A sentence for an error of the browser; null when the viewer has closed its dialog; any other error as it is. */
export function passkeyFault(error: unknown): unknown {
  if (error instanceof PasskeyDismissed) return null;
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'The passkey could not be used on this device.';
}
