import createQueryClient from 'openapi-react-query';
import { api } from './client.ts';

/** The typed client as TanStack Query options. A separate file, so that modules without React do not load it. */
export const $api = createQueryClient(api);
