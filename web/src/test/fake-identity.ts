/** Test data of users. */
import type { components } from '@ringside/openapi/schema';

type Schemas = components['schemas'];

let count = 0;

export function fakeUser(name: string, change: Partial<Schemas['User']> = {}): Schemas['User'] {
  count += 1;
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    id: `0199a3c4-0000-7000-8000-${String(count).padStart(12, '0')}`,
    name,
    firstName,
    middleName: null,
    lastName,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@ringside.test`,
    emailVerified: true,
    phone: null,
    invitedAt: null,
    createdAt: '2026-01-05T10:00:00+00:00',
    ...change,
  };
}

export function fakePermission(code: string): Schemas['Permission'] {
  return { code, name: `May ${code}`, description: `Allows ${code}` };
}

export function fakeRole(
  code: string,
  permissionCodes: string[],
  change: Partial<Schemas['ListedRole']> = {},
): Schemas['ListedRole'] {
  const name = code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');
  return {
    code,
    name,
    description: null,
    permissions: permissionCodes.map(fakePermission),
    holders: 0,
    ...change,
  };
}

/** The answer of the server to a body with these issues. */
export function refused(issues: Record<string, string>) {
  return {
    status: 400 as const,
    body: {
      type: '/problems/validation-error' as const,
      status: 400 as const,
      title: 'Validation Error',
      detail: 'The request does not fit the contract.',
      issues: Object.entries(issues).map(([pointer, detail]) => ({
        pointer,
        detail,
        location: 'body' as const,
      })),
    },
  };
}
