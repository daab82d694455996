/** docs/product.md, 41.15. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeItem } from '../../test/fake-competition.ts';
import { findingQueries } from '../finding/finding.queries.ts';
import { CompetitionHeroSkeleton } from './page/competition-hero.tsx';

const pictureId = '5f0a7c10-0000-4000-8000-0000000000ab';

it('shows the picture of a page that still loads, where a list has shown it', () => {
  const client = new QueryClient();
  const { queryKey } = findingQueries.page({ order: ['startDate'] }, 1);
  client.setQueryData(queryKey, { data: [fakeItem('Gala', 30, { pictureId })], total: 1 });
  const skeletonOf = (slug: string) =>
    render(
      <QueryClientProvider client={client}>
        <CompetitionHeroSkeleton slug={slug} />
      </QueryClientProvider>,
    ).container;
  expect(skeletonOf('gala').querySelector('img')?.src).toContain(pictureId);
  expect(skeletonOf('rumble').querySelector('img')).toBeNull();
});
