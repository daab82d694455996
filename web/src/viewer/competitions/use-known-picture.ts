import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type List = components['schemas']['CompetitionList'];

/** The picture of a competition that is still loading, from a list that was shown before. */
export function useKnownPicture(slug: string): string | undefined {
  const client = useQueryClient();
  const [pictureId] = useState(() => {
    const lists = client.getQueriesData<List>({ queryKey: ['get', '/api/v1/kickboxing/competitions'] });
    const items = lists.flatMap(([, list]) => list?.data ?? []);
    return items.find((item) => item.slug === slug)?.pictureId ?? undefined;
  });
  return pictureId;
}
