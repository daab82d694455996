import type { components } from '@ringside/openapi/schema';
import { boutName, type Corner } from '@ringside/rules/bout-words';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { TellMeProps } from './tell-me.tsx';

type Bout = Pick<components['schemas']['Bout'], 'id' | 'status' | Corner>;

const TellMe = lazyPart<TellMeProps>(() => import('./tell-me.tsx').then((file) => file.TellMe));

/**
 * "Tell me when it is next", for bouts that are still to come; loaded on demand.
 * @param slug of the event. @param moment of the bout, as far as the viewer may know.
 */
export function tellMeOf(
  slug: string,
  bout: Bout,
  moment: { when: string } | undefined,
  isIcon = false,
): ReactNode {
  if (bout.status === 'cancelled' || (moment && moment.when !== 'expected')) return null;
  return (
    <Suspense fallback={null}>
      <TellMe slug={slug} boutId={bout.id} boutName={boutName(bout)} isIcon={isIcon} />
    </Suspense>
  );
}
