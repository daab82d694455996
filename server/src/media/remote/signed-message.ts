/** Messages that a provider signs with HMAC-SHA256 over the time and the raw body. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignatureNames {
  /** The field with the Unix seconds. */
  time: string;
  /** The field with the signature in hexadecimal; it may stand there more than once. */
  signature: string;
}

const toleranceMs = 300_000;

/** @param header such as `t=1230811200,v1=60493ec9`. @param secrets any of them may have signed. */
export function isSignedMessage(
  { time: timeName, signature: signatureName }: SignatureNames,
  secrets: readonly string[],
  { body, header, now }: { body: string; header: string; now: Date },
): boolean {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const times = fields.filter(([name]) => name === timeName).map(([, time]) => time ?? '');
  const [time = ''] = times;
  // With two times, the one that is checked would not be the one that is signed.
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() - Number(time) * 1000) > toleranceMs) return false;
  const given = fields.flatMap(([name, value]) =>
    name === signatureName && value ? [Buffer.from(value)] : [],
  );
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}
