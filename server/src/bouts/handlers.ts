/** The handlers of this area. */
import { gather } from '../contract/gather.ts';
import { bellHandlers } from './bell.handlers.ts';
import { bellBoardHandlers } from './bell-board.handlers.ts';
import { boutHandlers } from './bout.handlers.ts';
import { estimateHandlers } from './estimate.handlers.ts';
import { anonymiseHandlers } from './fighters/anonymise.handlers.ts';
import { fighterCsvHandlers } from './fighters/fighter-csv.handlers.ts';
import { mergeHandlers } from './fighters/merge.handlers.ts';
import { importHandlers } from './import/import.handlers.ts';
import { resultHandlers } from './results/result.handlers.ts';

export const boutsHandlers = gather(
  boutHandlers,
  bellHandlers,
  bellBoardHandlers,
  estimateHandlers,
  mergeHandlers,
  anonymiseHandlers,
  importHandlers,
  fighterCsvHandlers,
  resultHandlers,
);
