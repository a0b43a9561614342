import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { formOf, hire, newcomer, signInAdministrator, type Hired, type User } from '../../../test/hire.ts'

/** A harness with people who manage people, and the calls that the tests of this module repeat. */
export function usePeople() {
  const harness = useHarness()
  const people = {
    admin: '',
    foreigner: '',
    /** Manages the people of the western centre and also has `order:list`. */
    west: {} as Hired,
  }

  beforeAll(async () => {
    people.admin = await signInAdministrator(harness, harness.tenant)
    people.foreigner = await signInAdministrator(harness, harness.otherTenant)
    const codes: ['user:manage', 'order:list'] = ['user:manage', 'order:list']
    people.west = await hire(harness, { username: 'west.chief', codes, depCode: 'A01A02' })
  })

  const newPerson = (input: object = {}) => newcomer(harness, input)
  return {
    harness,
    people,
    newPerson,
    department: (code: string) => harness.tenant.departments[code]!,
    psaUnder: (code: string) =>
      harness.tenant.stations.find((station) => station.depCode.startsWith(code))!.psaId,
    add: (input: object = {}, token = people.admin) => harness.call(token, calls.add, newPerson(input)),
    edit: (user: User, change: object, token = people.admin) =>
      harness.call(token, calls.edit, { ...formOf(user), ...change }),
    refusedEdit: async (user: User, change: object, token = people.admin) =>
      (await harness.refused(token, calls.edit, { ...formOf(user), ...change })).message,
    find: async (username: string, token = people.admin) =>
      (await harness.call(token, calls.list, { keyword: username, pageSize: 500 })).records.find(
        (user) => user.username === username,
      ),
    /** For tests that end the administrator's session. */
    signInAdminAgain: async (): Promise<void> => {
      people.admin = await signInAdministrator(harness, harness.tenant)
    },
  }
}
