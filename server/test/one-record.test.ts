import { checkCalls } from '@heliodesk/contract/checks.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { templateCalls } from '@heliodesk/contract/templates.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../src/modules.ts'
import { freshSample, upload } from './files.ts'
import { useHarness } from './harness.ts'
import { hire } from './hire.ts'
import { inputOf } from './wire.ts'

const harness = useHarness()
let admin: string
let stranger: string

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
  stranger = await harness.signIn('b_admin')
})

/** What people have by themselves, such as their columns of a table, is named otherwise. */
const namesRecord = (call: Call) => ['id', 'psId'].some((name) => name in inputOf(call))

const edits = modules
  .flatMap((module): Call[] => Object.values(module.calls))
  .filter((call) => call.kind === 'command' && call.path.endsWith('/edit') && namesRecord(call))

describe('an edit', () => {
  it.each(edits.map((call) => [call.path, call] as const))(
    '%s carries the version that its sender saw',
    (_path, call) => {
      const input = inputOf(call)
      expect(call.input.safeParse(input).success).toBe(true)
      expect(call.input.safeParse({ ...input, version: undefined }).error?.issues).toMatchObject([
        { path: ['version'] },
      ])
    },
  )
})

type Row = { id: string }

/** Rows as each list shows them, in the order of the table below. */
const rowsOf = {
  用户: async () => (await harness.call(admin, userCalls.list, { pageSize: 500 })).records,
  角色: async () => (await harness.call(admin, roleCalls.list, { pageSize: 500 })).records,
  编码规则: async () => (await harness.call(admin, checkCalls.list, { pageSize: 500 })).records,
  项目: async () => (await harness.call(admin, stationCalls.psaList, { pageSize: 500 })).records,
  字典: async () => (await harness.call(admin, dictionaryCalls.list, { pageSize: 500 })).records,
  字典项: async () => {
    const { records } = await harness.call(admin, dictionaryCalls.list, { keyword: 'taskCategory' })
    return harness.call(admin, dictionaryCalls.listItems, { dictId: records[0]!.id })
  },
  模板: async () => {
    const content = freshSample('pdf')
    const { path } = await upload(harness, admin, { purpose: 'template', name: '巡检表.pdf', content })
    await harness.call(admin, templateCalls.save, { name: '巡检表', path })
    return (await harness.call(admin, templateCalls.list, {})).pageList
  },
} satisfies Record<string, () => Promise<Row[]>>

const details = [
  ['用户', userCalls.detail],
  ['角色', roleCalls.detail],
  ['编码规则', checkCalls.detail],
  ['项目', stationCalls.psaDetail],
  ['字典', dictionaryCalls.detail],
  ['字典项', dictionaryCalls.itemDetail],
  ['模板', templateCalls.detail],
] as const

describe('one record', () => {
  it.each(details)('of %s is read by itself as its list shows it, and by nobody else', async (name, call) => {
    const [row] = await rowsOf[name]()
    const withoutLinks = ({ url: _url, ...rest }: Record<string, unknown>) => rest
    expect(withoutLinks(await harness.call(admin, call, { id: row!.id }))).toEqual(withoutLinks(row!))
    const unknown = await harness.refused(stranger, call, { id: '999999999' })
    expect(unknown).toMatchObject({ status: 200, message: '数据不存在或无权查看' })
    expect(await harness.refused(stranger, call, { id: row!.id })).toEqual(unknown)
  })

  it('of people and projects stays within the scope of who asks', async () => {
    const west = await hire(harness, {
      username: 'west.manager',
      codes: ['user:manage', 'station:list'],
      depCode: 'A01A02',
    })
    const east = harness.tenant.users['a_outsider']!
    const { records } = await harness.call(admin, stationCalls.psaList, { keyword: '项目一' })
    for (const [call, id] of [
      [userCalls.detail, east.id],
      [stationCalls.psaDetail, records[0]!.id],
    ] as const) {
      expect(await harness.call(admin, call, { id })).toMatchObject({ id })
      expect((await harness.refused(west.token, call, { id })).message).toBe('数据不存在或无权查看')
    }
  })

  it('of roles is found by the code that an address carries', async () => {
    expect(await harness.call(admin, roleCalls.detail, { roleCode: 'r10030' })).toMatchObject({
      roleCode: 'r10030',
    })
    expect((await harness.refused(admin, roleCalls.detail, {})).message).toBe('数据不存在或无权查看')
  })
})
