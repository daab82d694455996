/**
 * How often something may be tried. Each counter belongs to a place (a network or a device), to an account, or to an
 * account at a place; with each failure the next try has to wait longer, and failures are forgotten one by one. Nothing
 * locks for ever, and nothing depends on whether an account exists: an account is the e-mail address as typed.
 */
export interface Limit {
  /** Seconds to wait after the first, second, ... failure; the last one stands for all that follow. */
  waits: readonly number[];
  /** Seconds until one failure is forgotten. */
  forgets: number;
}

const free = (failures: number): number[] => Array.from({ length: failures }, () => 0);

/**
 * Passwords of one account, tried from one place. Five slips are free, then it slows down to one try in ten minutes:
 * a person waits seconds, a machine gets nowhere.
 */
export const guessesAtOnePlace: Limit = {
  waits: [...free(5), 1, 2, 4, 8, 15, 30, 60, 120, 300, 600],
  forgets: 600,
};

/**
 * Passwords of one account from everywhere. OWASP ASVS 4.0, 2.2.1: at most 100 failed attempts an hour on one account,
 * however many addresses an attacker has. High enough that no single place can slow down the others.
 */
export const guessesFromEverywhere: Limit = { waits: [...free(30), 5, 10, 20, 30, 60], forgets: 90 };

/**
 * Failures of one network, whatever the accounts: credential stuffing. Behind one address may be a whole venue, so
 * only failures count, 100 are free, and who gets in gives his turn back at once.
 */
export const failuresOfNetwork: Limit = { waits: [...free(100), 1, 2, 3, 4, 5, 10, 15, 30], forgets: 10 };

/** New accounts of one network: a full venue may sign up before the fight, a machine may not go on like that. */
export const registrationsOfNetwork: Limit = { waits: [...free(200), 1, 2, 5, 10, 30, 60], forgets: 10 };

/** Mails that strangers can cause, to one address. */
export const mailsToAddress: Limit = { waits: [...free(5), 60, 120, 300, 900, 1800, 3600], forgets: 1200 };

/** Mails that one network can cause, to whomever. */
export const mailsOfNetwork: Limit = { waits: [...free(100), 1, 2, 5, 10, 30, 60], forgets: 10 };

/** Trips to a sign-in provider, each of which keeps a row and makes calls; two for every sign-in. */
export const providerCallsOfNetwork: Limit = { waits: [...free(400), 1, 2, 5, 10], forgets: 2 };

/** Longest wait of a limit, in seconds: nobody waits longer than that. */
export function longestWait({ waits }: Limit): number {
  return Math.max(...waits);
}

/**
 * What counts as one network: an IPv4 address (neighbours are strangers, and many share one already), or the /56 of an
 * IPv6 address, which is what a household gets; its single addresses cost nothing.
 */
export function networkOf(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return ip;
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
  // An IPv4 address in IPv6 dress, as dual-stack sockets show it.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const prefix = [...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00];
  return `${prefix.map((group) => group.toString(16)).join(':')}::/56`;
}

/** For people: "12 seconds", "2 minutes". */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
