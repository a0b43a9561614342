import { expect, test } from 'vitest'
import { faceOf } from './Brand.tsx'

const user = (roleCode: string, userType: string, companyId: string | null) => ({
  roles: [{ roleCode, roleName: '' }],
  userType,
  companyId,
})

test.each([
  ['role r10055', user('r10055', '1', null), 'guest'],
  ['role r10055 of the partner', user('r10055', '9', '22'), 'guest'],
  ['user type 9 in company 22', user('r10030', '9', '22'), 'partner'],
  ['user type 9 in another company', user('r10030', '9', '23'), 'own'],
  ['another user type in company 22', user('r10030', '1', '22'), 'own'],
  ['nobody', null, 'own'],
])('the logo bar of %s', (_who, given, face) => {
  expect(faceOf(given)).toBe(face)
})
