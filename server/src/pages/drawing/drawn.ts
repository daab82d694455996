import type { placeOf } from '@ringside/openapi/checks/event-words';

/** What a drawing needs of a competition. */
export interface Drawn {
  name: string;
  description: string | null;
  pictureId: string | null;
  startDate: string;
  endDate: string;
  location: Parameters<typeof placeOf>[0];
}
