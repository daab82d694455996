import type { Permission } from './authority-rules.ts';

/** In the order of the page; a subject without words here comes after them, under its own name. */
const subjectWords = new Map([
  ['event', 'Events'],
  ['identity.user', 'Users'],
  ['identity.auth.access', 'Roles'],
  ['order', 'Orders'],
  ['price', 'Prices'],
  ['settings', 'Settings'],
]);

export interface PermissionGroup {
  subject: string;
  title: string;
  permissions: Permission[];
}

/** Permissions by what they are about: the part of the code before the colon. */
export function groupPermissions(permissions: readonly Permission[]): PermissionGroup[] {
  const groups = new Map<string, Permission[]>([...subjectWords.keys()].map((subject) => [subject, []]));
  for (const permission of permissions) {
    const subject = permission.code.split(':')[0] ?? permission.code;
    groups.set(subject, [...(groups.get(subject) ?? []), permission]);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([subject, members]) => ({
      subject,
      title: subjectWords.get(subject) ?? subject,
      permissions: members,
    }));
}
