import { locales } from '../../../ui/locales.ts';
import type { DeskBlock, DeskStream } from './desk.queries.ts';

const number = new Intl.NumberFormat(locales);

/** "1,252" */
export const counted = (count: number) => number.format(count);

/** "1 viewer", "1,252 viewers" */
export const viewersInWords = (count: number) => `${counted(count)} ${count === 1 ? 'viewer' : 'viewers'}`;

/** "4 of 13 active" */
export function activeInWords({ liveStreams }: Pick<DeskBlock, 'liveStreams'>) {
  const active = liveStreams.filter(({ status }) => status === 'active').length;
  return `${active} of ${liveStreams.length} active`;
}

type Reason = DeskStream['refusals'][number]['reason'];

/** What stands after the number of refused calls. */
export const refusalWords: Record<Reason, string> = {
  'access-required': 'without an access',
  'access-not-started': 'before the start of their access',
  'access-ended': 'after the end of their access',
  'stream-inactive': 'while the stream was inactive',
  'device-limit': 'on a device too many',
  'playback-ended': 'after their playback had ended',
  shared: 'with an address that several people played',
};
