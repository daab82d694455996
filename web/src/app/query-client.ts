import { takePageData } from '../api/page-data.ts';
import { createRingsideQueryClient } from '../api/query-client.ts';
import { notifyProblem } from './notify-problem.ts';

/** The one of the app. It knows what the server wrote into the page before any loader asks. */
export const queryClient = createRingsideQueryClient(notifyProblem);
takePageData(queryClient);
