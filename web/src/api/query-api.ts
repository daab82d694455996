import createQueryClient from 'openapi-react-query';
import { api } from './client.ts';

/** The typed client as TanStack Query options. Apart from it, so that what needs no React can do without. */
export const $api = createQueryClient(api);
