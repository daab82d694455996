/**
 * The promotion code that a link to a competition carries (`?promotion=`). It stays in this tab, because its buyer may sign
 * in or look at a block before paying.
 */
const storageKey = 'promotion';
const longest = 50;

interface Kept {
  code: string;
  /** `/competitions/rotterdam-rumble-7` */
  page: string;
}

const pageOf = (pathname: string) => /^\/competitions\/[^/]+/.exec(pathname)?.[0];

/** Keeps the code of this address, if it has one. */
export function keepPromotion({ pathname, search }: { pathname: string; search: string }) {
  const code = new URLSearchParams(search).get('promotion')?.trim() ?? '';
  const page = pageOf(pathname);
  if (code === '' || code.length > longest || page === undefined) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ code, page } satisfies Kept));
  } catch {
    // Without storage the code counts on the page of the link alone.
  }
}

/** The code for what this page sells, in the address or kept. */
export function promotionOf({ pathname, search }: { pathname: string; search: string }): string {
  const own = new URLSearchParams(search).get('promotion')?.trim() ?? '';
  if (own !== '' && own.length <= longest) return own;
  try {
    const kept: Partial<Kept> | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return typeof kept?.code === 'string' && kept.page === pageOf(pathname) ? kept.code : '';
  } catch {
    return '';
  }
}
