import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { formOf, hire, newcomer, signInAdministrator, type Hired, type User } from '../../../test/hire.ts'

export const harness = useHarness()

export let admin: string
/** Manages the people of the western centre and also has `order:list`. */
export let west: Hired
export let foreigner: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  foreigner = await signInAdministrator(harness, harness.otherTenant)
  west = await hire(harness, {
    username: 'west.chief',
    codes: ['user:manage', 'order:list'],
    depCode: 'A01A02',
  })
})

export const department = (code: string) => harness.tenant.departments[code]!
export const psaUnder = (code: string) =>
  harness.tenant.stations.find((station) => station.depCode.startsWith(code))!.psaId

export const newPerson = (input: object = {}) => newcomer(harness, input)
export const add = (input: object = {}, token = admin) => harness.call(token, calls.add, newPerson(input))

export const edit = (user: User, change: object, token = admin) =>
  harness.call(token, calls.edit, { ...formOf(user), ...change })
export const refusedEdit = async (user: User, change: object, token = admin) =>
  (await harness.refused(token, calls.edit, { ...formOf(user), ...change })).message
export const find = async (username: string, token = admin) =>
  (await harness.call(token, calls.list, { keyword: username, pageSize: 500 })).records.find(
    (user) => user.username === username,
  )

/** For tests that end the administrator's session. */
export const signInAdminAgain = async (): Promise<void> => {
  admin = await signInAdministrator(harness, harness.tenant)
}
