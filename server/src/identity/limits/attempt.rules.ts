/**
 * How often something may be tried (docs/product.md, 18.1 to 18.5). Each counter belongs to a place (a network or a
 * device), to an account, or to an account at a place. Each failure makes the wait before the next try longer, and
 * failures are forgotten one by one. No limit locks for ever, and none depends on whether an account exists: an account
 * is the e-mail address as typed.
 */
export interface Limit {
  /** Seconds to wait after the first, second, ... failure; the last one applies to all later failures. */
  waits: readonly number[];
  /** Seconds until one failure is forgotten. */
  forgetSeconds: number;
}

const free = (failures: number): number[] => Array.from({ length: failures }, () => 0);

/**
 * Passwords of one account, tried from one place. Five get an answer at once; the fifth failure makes the first wait,
 * and the wait grows up to ten minutes: a person waits for seconds, and a script makes few guesses.
 */
export const guessesAtOnePlace: Limit = {
  waits: [...free(4), 1, 2, 4, 8, 15, 30, 60, 120, 300, 600],
  forgetSeconds: 600,
};

/**
 * Passwords of one account from everywhere. OWASP ASVS 4.0, 2.2.1: at most 100 failed attempts an hour on one account,
 * however many addresses an attacker has. The limit is so high that no single place can slow down the others.
 */
export const guessesFromEverywhere: Limit = { waits: [...free(30), 5, 10, 20, 30, 60], forgetSeconds: 90 };

/**
 * Codes of one account from everywhere, by people who know its password: three of a million codes are right at any time.
 * One guess an hour finds one within a year with a chance of 3 %. Only the right password gets here, so strangers cannot
 * slow down the owner.
 */
export const codesFromEverywhere: Limit = {
  waits: [...free(9), 60, 300, 900, 1800, 3600],
  forgetSeconds: 3600,
};

/**
 * Failures of one network on any accounts, against credential stuffing. A whole venue may share one address, so only
 * failures count, 100 are free, and a success is taken off the counter at once. Sign-ins that are running count too;
 * one server runs fewer than 100 at once (passwords.ts).
 */
export const failuresOfNetwork: Limit = {
  waits: [...free(100), 1, 2, 3, 4, 5, 10, 15, 30],
  forgetSeconds: 10,
};

/**
 * Attempts of a network that has to wait, each with a proof of work (`proof-of-work.ts`): what people then do by themselves
 * costs a script its time, and the budget bounds scripts that pay, at 30 failures a minute.
 */
export const provenAttemptsOfNetwork: Limit = { waits: [...free(100), 1, 2, 3, 4, 5], forgetSeconds: 2 };

/**
 * The SHA-256 of a proof begins with so many zero bits: 65,000 tries on average, which take a computer 0.2 s and a phone
 * about 1 s.
 */
export const workBits = 16;
/** From a refusal to the end of its challenge: a slow phone, and a person who types a code. */
export const challengeLifetimeMs = 120_000;
/** So many challenges are remembered, so that none is good twice. To forget one, somebody has to pay for all of these. */
export const spentProofsMax = 10_000;

/** New accounts of one network: a full venue can sign up before the fight, but a script is slowed down. */
export const registrationsOfNetwork: Limit = {
  waits: [...free(200), 1, 2, 5, 10, 30, 60],
  forgetSeconds: 10,
};

/**
 * Payment pages that one network, or one account with a confirmed address, has opened and not paid. A whole mobile carrier
 * may share one address, so a payment, and a page that was open already, are taken off.
 */
export const unpaidPurchases: Limit = {
  waits: [...free(200), 1, 2, 5, 10, 30, 60],
  forgetSeconds: 10,
};

/**
 * Promotion codes that one network tries in vain. Codes that people choose are short; a made one has 60 random bits. The
 * platform's own are no guesses: a full venue may follow one link at once.
 */
export const guessedPromotions: Limit = {
  waits: [...free(40), 1, 2, 4, 8, 15, 30, 60, 120],
  forgetSeconds: 60,
};

/** Mails to one address that anyone can request. */
export const mailsToAddress: Limit = {
  waits: [...free(5), 60, 120, 300, 900, 1800, 3600],
  forgetSeconds: 1200,
};

/** Mails that one network can request, to any address. */
export const mailsOfNetwork: Limit = { waits: [...free(100), 1, 2, 5, 10, 30, 60], forgetSeconds: 10 };

/** Mails to other people that one signed-in user can cause: a whole crew can be invited in one go. */
export const mailsOfCallerLimit: Limit = { waits: [...free(100), 5, 10, 30, 60, 120], forgetSeconds: 30 };

/** Requests that store a row or call a sign-in provider; every sign-in makes two. */
export const providerCallsOfNetwork: Limit = { waits: [...free(400), 1, 2, 5, 10], forgetSeconds: 2 };

/** The longest wait of a limit, in seconds. */
export function longestWait({ waits }: Limit): number {
  return Math.max(...waits);
}

/** For messages: "12 seconds", "2 minutes". */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
