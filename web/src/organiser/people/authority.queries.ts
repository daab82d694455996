import type { components, operations } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { organiserOptions } from '../../api/organiser-query.ts';
import { $api } from '../../api/query-api.ts';
import { versioned } from '../../api/versioned.ts';

type Schemas = components['schemas'];

const userPath = '/api/v1/identity/users/{userId}';
const accessPath = '/api/v1/identity/users/{userId}/access';
const rolesPath = '/api/v1/identity/auth/access/roles';
const rolePath = '/api/v1/identity/auth/access/roles/{roleCode}';

const byId = (userId: string) => ({ params: { path: { userId } } });
/** The answer of one user must never stand on the page of another one. */
const ofOne = { ...organiserOptions, placeholderData: undefined };

export const authorityQueries = {
  users: (query: operations['listUsers']['parameters']['query']) =>
    $api.queryOptions('get', '/api/v1/identity/users', { params: { query } }, organiserOptions),
  user: (userId: string) =>
    queryOptions({ ...ofOne, queryKey: ['user', userId], queryFn: () => readUser(userId) }),
  access: (userId: string) =>
    queryOptions({ ...ofOne, queryKey: ['user-access', userId], queryFn: () => readUserAccess(userId) }),
  devices: (userId: string) =>
    $api.queryOptions('get', '/api/v1/identity/users/{userId}/login-sessions', byId(userId), ofOne),
  signInWays: (userId: string) =>
    $api.queryOptions('get', '/api/v1/identity/users/{userId}/sign-in-ways', byId(userId), ofOne),
  accesses: (userId: string, limit: number) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/access',
      { params: { query: { filter: { userId: { eq: userId } }, order: ['-startDate'], limit } } },
      ofOne,
    ),
  orders: (userId: string, limit: number) =>
    $api.queryOptions(
      'get',
      '/api/v1/shop/orders',
      { params: { query: { filter: { userId: { eq: userId } }, order: ['-createdAt'], limit } } },
      ofOne,
    ),
  roles: () => $api.queryOptions('get', rolesPath, {}, organiserOptions),
  /** For a form: with the version, and read anew each time. */
  role: (roleCode: string) =>
    queryOptions({ ...ofOne, gcTime: 0, queryKey: ['role', roleCode], queryFn: () => readRole(roleCode) }),
  permissions: () =>
    $api.queryOptions('get', '/api/v1/identity/auth/access/permissions', {}, organiserOptions),
};

export function inviteUser(body: Schemas['UserInvitation']) {
  return api.POST('/api/v1/identity/invitations', { body });
}

export function createUser(body: Schemas['UserCreate']) {
  return api.POST('/api/v1/identity/users', { body });
}

/** @throws the problem, for example not-found. */
export function readUser(userId: string) {
  return versioned(api.GET(userPath, byId(userId)));
}

/** Changes the fields that are given, if the user still has this version. */
export function updateUser(userId: string, body: Schemas['UserUpdate'], etag: string) {
  return api.PATCH(userPath, { params: { path: { userId }, header: { 'If-Match': etag } }, body });
}

/** @throws the problem. */
export function readUserAccess(userId: string) {
  return versioned(api.GET(accessPath, byId(userId)));
}

/** Replaces the lists that are given, if the user still has this access. */
export function updateUserAccess(userId: string, body: Schemas['UserAccessUpdate'], etag: string) {
  return api.PATCH(accessPath, { params: { path: { userId }, header: { 'If-Match': etag } }, body });
}

export function setUserPassword(userId: string, password: string) {
  return api.PATCH('/api/v1/identity/users/{userId}/password', { ...byId(userId), body: { password } });
}

/** @param isOwn the own account needs a confirmation in the call (docs/product.md, 11.7). */
export function deleteUser(userId: string, isOwn: boolean) {
  return api.DELETE(userPath, {
    params: { path: { userId }, query: isOwn ? { confirm: 'own-account' } : {} },
  });
}

export function createRole(body: Schemas['RoleCreate']) {
  return api.POST(rolesPath, { body });
}

/** Changes the fields that are given, if the role still has this version. */
export function updateRole(roleCode: string, body: Schemas['RoleUpdate'], etag: string) {
  return api.PATCH(rolePath, { params: { path: { roleCode }, header: { 'If-Match': etag } }, body });
}

/** @throws the problem, for example not-found when it was deleted meanwhile. */
export function readRole(roleCode: string) {
  return versioned(api.GET(rolePath, { params: { path: { roleCode } } }));
}

export function deleteRole(roleCode: string) {
  return api.DELETE(rolePath, { params: { path: { roleCode } } });
}

export const sendVerification = (userId: string) =>
  api.POST('/api/v1/identity/users/{userId}/email-verification/mail', byId(userId));

export const verifyEmail = (userId: string) =>
  api.POST('/api/v1/identity/users/{userId}/email-verification', byId(userId));

export const resendInvitation = (userId: string) =>
  api.POST('/api/v1/identity/users/{userId}/invitation', byId(userId));

export const endDevices = (userId: string) =>
  api.DELETE('/api/v1/identity/users/{userId}/login-sessions', byId(userId));

export const unlinkProviders = (userId: string) =>
  api.DELETE('/api/v1/identity/users/{userId}/provider-identities', byId(userId));

export const removeSecondFactor = (userId: string) =>
  api.DELETE('/api/v1/identity/users/{userId}/second-factor', byId(userId));

export const allowSecondFactor = (userId: string) =>
  api.POST('/api/v1/identity/users/{userId}/second-factor/allowance', byId(userId));
