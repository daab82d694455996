export type { AuditedOperations, LimitedOperations } from '@ringside/openapi/operation-facts';
