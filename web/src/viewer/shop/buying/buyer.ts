/** Who began the last purchase of this tab: the pages after the payment say it. */
const emailKey = 'ringside-buyer-email';
/** Set if they were signed in: a session may end before they return. */
const signedInKey = 'ringside-buyer-signed-in';

export function rememberBuyer({ email, isLoggedIn }: { email: string; isLoggedIn: boolean }) {
  try {
    window.sessionStorage.setItem(emailKey, email);
    if (isLoggedIn) window.sessionStorage.setItem(signedInKey, '1');
    else window.sessionStorage.removeItem(signedInKey);
  } catch {
    // Without storage the pages say "your address".
  }
}

export function buyerEmail() {
  return read(emailKey);
}

export function wasSignedIn() {
  return read(signedInKey) !== '';
}

function read(key: string) {
  try {
    return window.sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
