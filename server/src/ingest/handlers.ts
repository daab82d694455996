/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { chapterHandlers } from './chapter.handlers.ts';
import { filmHandlers } from './films/film.handlers.ts';
import { ingestHandlers as setUpHandlers } from './ingest.handlers.ts';
import { keepEncoderHandlers } from './keep-encoder.handlers.ts';
import { recordingHandlers } from './recordings/recording.handlers.ts';
import { trimHandlers } from './trim.handlers.ts';

export const ingestHandlers = gather(
  setUpHandlers,
  keepEncoderHandlers,
  recordingHandlers,
  trimHandlers,
  chapterHandlers,
  filmHandlers,
);
