import {
  MEMBER_ROLES,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  roleAllows,
  SCOPE_PERMISSIONS,
  scopesAllow,
} from './permissions.js';

describe('the permission table', () => {
  it('gives each role all that the role below it may, and the owner everything', () => {
    for (let index = 1; index < MEMBER_ROLES.length; index += 1) {
      const [lower, higher] = [MEMBER_ROLES[index - 1], MEMBER_ROLES[index]] as const;
      for (const permission of ROLE_PERMISSIONS[lower as 'viewer'])
        expect(roleAllows(higher as 'owner', permission)).toBe(true);
    }
    expect([...ROLE_PERMISSIONS.owner].sort()).toEqual([...PERMISSIONS].sort());
  });

  it('lets a viewer and a reading key change nothing', () => {
    for (const permission of [...ROLE_PERMISSIONS.viewer, ...SCOPE_PERMISSIONS.read])
      expect(permission).toMatch(/:read$/);
  });

  it('keeps members, keys, secrets, projects and the audit log from every key', () => {
    for (const permission of [
      'members:manage',
      'keys:read',
      'keys:manage',
      'secrets:manage',
      'project:manage',
      'audit:read',
    ] as const) {
      expect(scopesAllow(['enqueue', 'read', 'manage', 'worker'], permission)).toBe(false);
    }
  });

  it('lets an enqueueing key only enqueue', () => {
    expect([...SCOPE_PERMISSIONS.enqueue]).toEqual(['jobs:enqueue']);
    expect(scopesAllow(['read', 'manage'], 'jobs:enqueue')).toBe(false);
  });
});
