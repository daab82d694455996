import { keepPreviousData } from '@tanstack/react-query';

/**
 * The options of an organiser's query. Viewers may see an answer for 15 minutes; organisers decide by what they see, so
 * it is read again whenever they come back to it. The rows of the last page stay until the next ones are there.
 */
export const organiserOptions = {
  staleTime: 0,
  placeholderData: keepPreviousData,
  meta: { showsProblem: true },
} as const;
