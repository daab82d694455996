/** The address that was typed for the last purchase of this tab; the pages after the payment say it. */
const storageKey = 'ringside-buyer-email';

export function rememberBuyerEmail(email: string) {
  try {
    window.sessionStorage.setItem(storageKey, email);
  } catch {
    // Without storage the pages say "your address".
  }
}

export function buyerEmail() {
  try {
    return window.sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}
