import { checkCalls } from '@heliodesk/contract/checks.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { spaceCalls } from '@heliodesk/contract/spaces.ts'
import { stationDocumentCalls } from '@heliodesk/contract/station-documents.ts'
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

/** Records that belong to the caller, such as their column settings, are identified in other ways. */
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

const folderOf = ({ path }: Call) => path.slice(0, path.lastIndexOf('/'))
const queries = modules.flatMap((module): Call[] =>
  Object.values(module.calls).filter((call: Call) => call.kind === 'query'),
)
const fieldsIn = (schema: Call['input']) => Object.keys((schema as { shape?: object }).shape ?? {})

/** A comment is edited among those beside it, which are read together. */
const inPlace = new Set(['/ops/order/comment/edit'])

describe('a record that is edited', () => {
  it.each(edits.filter(({ path }) => !inPlace.has(path)).map((call) => [call.path, call] as const))(
    'by %s has a call that reads it',
    (_path, edit) => {
      const key = fieldsIn(edit.input).find((name) => name === 'id' || name === 'psId')!
      const reads = queries.filter(
        (call) =>
          folderOf(call) === folderOf(edit) &&
          fieldsIn(call.input).includes(key) &&
          [key, 'version'].every((name) => fieldsIn(call.output).includes(name)),
      )
      expect(reads).toHaveLength(1)
    },
  )
})

type Row = { id: string }

/** A node without the fields that the tree adds to it. */
const alone = <T extends Row>(node: T, { output }: { output: { shape: Record<string, unknown> } }): Row =>
  Object.fromEntries(Object.entries(node).filter(([name]) => Object.hasOwn(output.shape, name))) as T

const addSpace = (psName: string) =>
  harness.call(admin, spaceCalls.add, { psId: harness.tenant.stations[0]!.id, name: psName, kind: '1' })

/** Rows of each list, in the order of the table below. */
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
  部门: async () => {
    const [root] = await harness.call(admin, departmentCalls.tree, {})
    return root!.children.map((node) => alone(node, departmentCalls.detail))
  },
  区域: async () => {
    const { psId } = await addSpace('一号方阵')
    const nodes = await harness.call(admin, spaceCalls.tree, { psId })
    return nodes.map((node) => alone(node, spaceCalls.detail))
  },
  设备类型: async () => {
    const nodes = await harness.call(admin, deviceCalls.types, {})
    return nodes.map((node) => alone(node, deviceCalls.typeDetail))
  },
  电站文档: async () => {
    const content = freshSample('pdf')
    const { path } = await upload(harness, admin, { purpose: 'station', name: '竣工图.pdf', content })
    const psId = harness.tenant.stations[0]!.id
    await harness.call(admin, stationDocumentCalls.add, { psId, kind: 'completion', paths: [path] })
    return harness.call(admin, stationDocumentCalls.list, { psId })
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
  ['部门', departmentCalls.detail],
  ['区域', spaceCalls.detail],
  ['设备类型', deviceCalls.typeDetail],
  ['电站文档', stationDocumentCalls.detail],
] as const

describe('one record', () => {
  it.each(details)('of %s is read by itself as its list shows it, and by nobody else', async (name, call) => {
    const [row] = await rowsOf[name]()
    const withoutLinks = (record: Row): Row =>
      JSON.parse(JSON.stringify(record, (field, value: unknown) => (field === 'url' ? undefined : value)))
    expect(withoutLinks(await harness.call(admin, call, { id: row!.id }))).toEqual(withoutLinks(row!))
    const unknown = await harness.refused(stranger, call, { id: '999999999' })
    expect(unknown).toMatchObject({ status: 200, message: '数据不存在或无权查看' })
    expect(await harness.refused(stranger, call, { id: row!.id })).toEqual(unknown)
  })

  it('of people, projects, departments and spaces stays within the scope of who asks', async () => {
    const west = await hire(harness, {
      username: 'west.manager',
      codes: ['user:manage', 'station:list', 'department:manage', 'device:list'],
      depCode: 'A01A02',
    })
    const east = harness.tenant.users['a_outsider']!
    const { records } = await harness.call(admin, stationCalls.psaList, { keyword: '项目一' })
    for (const [call, id] of [
      [userCalls.detail, east.id],
      [stationCalls.psaDetail, records[0]!.id],
      [departmentCalls.detail, harness.tenant.departments['A01A01']!],
      [spaceCalls.detail, (await addSpace('二号方阵')).id],
      [stationDocumentCalls.detail, (await rowsOf['电站文档']())[0]!.id],
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
