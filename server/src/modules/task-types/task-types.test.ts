import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { taskTypeCalls as calls, type TaskTypeDefinition } from '@heliodesk/contract/task-types.ts'
import { taskTypes } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

const admin = () => site.people.admin.token
const OTHER = 12

let made = 0
/** A new type of the company, with this draft. */
async function drafted(changed: Partial<TaskTypeDefinition> = {}, from = OTHER) {
  made += 1
  const added = await harness.call(admin(), calls.add, { name: `无人机巡检 ${made}`, from })
  const definition = { ...added.definition, ...changed }
  return harness.call(admin(), calls.edit, { id: added.id, version: added.version, definition })
}
const publish = ({ id, version }: { id: number; version: number }, note = '') =>
  harness.call(admin(), calls.publish, { id, version, note })
const published = async (changed: Partial<TaskTypeDefinition> = {}) => publish(await drafted(changed))
/** The published type with a further version. */
const changedTo = async (
  { id, version, definition }: Awaited<ReturnType<typeof published>>,
  changed: Partial<TaskTypeDefinition>,
  note = '',
) =>
  publish(
    await harness.call(admin(), calls.edit, { id, version, definition: { ...definition, ...changed } }),
    note,
  )

const step = (name: string, more: object = {}) => ({
  name,
  required: true,
  needPhoto: false,
  needValue: false,
  ...more,
})
const height = {
  kind: 'number',
  key: 'height',
  label: '飞行高度',
  required: true,
  hint: '',
  when: '',
  unit: 'm',
  decimals: 0,
  min: 10,
  max: 120,
} as const
const weather: TaskTypeDefinition['fields'][number] = {
  kind: 'choice',
  key: 'weather',
  label: '天气',
  required: false,
  hint: '',
  when: '',
  dictionary: '',
  options: [
    { value: 'sun', label: '晴' },
    { value: 'cloud', label: '多云' },
  ],
}

const create = (taskType: number, form: Record<string, unknown> = {}) => site.create({ taskType, form })
const detailOf = ({ id }: { id: string }) => harness.call(admin(), workOrderCalls.detail, { id })

describe('the types of a company', () => {
  it('are at first those of the specification, each with its steps and its process', async () => {
    const choices = await harness.call(site.people.worker.token, calls.choices, {})
    const shipped = choices.filter(({ id }) => id < 100)
    expect(Object.fromEntries(shipped.map(({ id, name }) => [id, name]))).toEqual(taskTypes)
    const processes = new Map<number, string>()
    for (const { id } of shipped) {
      const { definition, processes: fitting } = await harness.call(admin(), calls.detail, { id })
      expect(definition.steps.length, definition.name).toBeGreaterThan(0)
      expect(fitting.map(({ key }) => key)).toContain(definition.process)
      processes.set(id, definition.process)
    }
    expect([7, 8].map((id) => processes.get(id))).toEqual(['defect_order', 'defect_order'])
    expect([1, 13].map((id) => processes.get(id))).toEqual(['cleaning_order', 'cleaning_order'])
    expect([10, 18].map((id) => processes.get(id))).toEqual(['reform_order', 'reform_order'])
    expect(shipped.filter(({ scored }) => scored).map(({ id }) => id)).toEqual([9, 10, 18])
  })

  it('are extended by types of its own, which begin as a copy and are unknown to other companies', async () => {
    const type = await drafted({}, 7)
    expect(type.id).toBeGreaterThan(100)
    expect(type).toMatchObject({ current: null, isChanged: true, active: true })
    const fault = await harness.call(admin(), calls.detail, { id: 7 })
    expect(type.definition).toEqual({ ...fault.definition, name: type.name, about: '' })
    await harness.refused(site.people.foreigner.token, calls.detail, { id: type.id })
    const theirs = await harness.call(site.people.foreigner.token, calls.choices, {})
    expect(theirs.map(({ id }) => id)).not.toContain(type.id)
  })

  it('have names of their own', async () => {
    const answer = await harness.refused(admin(), calls.add, { name: '故障', from: OTHER })
    expect(answer.message).toBe('类型名称已被其他任务类型使用')
    const type = await drafted()
    const renamed = await harness.refused(admin(), calls.edit, {
      id: type.id,
      version: type.version,
      definition: { ...type.definition, name: '缺陷' },
    })
    expect(renamed.message).toBe('类型名称已被其他任务类型使用')
  })

  it('are numbered one after the other, also when two are added at once', async () => {
    const added = await Promise.all(
      ['甲', '乙', '丙'].map((name) =>
        harness.call(admin(), calls.add, { name: `同时${name}`, from: OTHER }),
      ),
    )
    const ids = added.map(({ id }) => id).toSorted((one, other) => one - other)
    expect(ids).toEqual([ids[0]!, ids[0]! + 1, ids[0]! + 2])
  })

  it('are arranged for the menu of new orders', async () => {
    const before = await harness.call(admin(), calls.list, {})
    const ids = before.map(({ id }) => id)
    await harness.call(admin(), calls.arrange, { types: ids.toReversed() })
    const choices = await harness.call(site.people.worker.token, calls.choices, {})
    expect(choices.map(({ id }) => id)).toEqual(ids.toReversed())
    await harness.call(admin(), calls.arrange, { types: ids })
  })

  it('are only changed by who may', async () => {
    const input = { name: '不许', from: OTHER }
    const answer = await harness.refused(site.people.master.token, calls.add, input)
    expect(answer.message).toContain('维护任务类型')
  })
})

describe('a draft', () => {
  it.each<[what: string, changed: Partial<TaskTypeDefinition>, fault: RegExp]>([
    ['two steps of one name', { steps: [step('起飞'), step('起飞')] }, /作业步骤不能重名/],
    ['a step without a name', { steps: [step('')] }, /步骤名称.*此项为必填项/],
    [
      'a field for files',
      {
        fields: [
          { kind: 'files', key: 'papers', label: '附件', required: false, hint: '', when: '', max: 5 },
        ],
      },
      /有工单不支持的字段类型/,
    ],
    ['a key of FEEL', { fields: [{ ...height, key: 'and' }] }, /保留的名称/],
  ])('with %s is refused', async (_what, changed, fault) => {
    const type = await drafted()
    const answer = await harness.refused(admin(), calls.edit, {
      id: type.id,
      version: type.version,
      definition: { ...type.definition, ...changed } as Sent<typeof calls.edit>['definition'],
    })
    expect(answer.message).toMatch(fault)
  })

  it.each<[what: string, changed: Partial<TaskTypeDefinition>, fault: RegExp]>([
    ['two fields of one key', { fields: [height, { ...weather, key: 'height' }] }, /编码 height 已被/],
    ['a choice without options', { fields: [{ ...weather, options: [] }] }, /没有选项/],
    ['a process that does not exist', { process: 'nothing' }, /流程“nothing”没有启用的版本/],
    ['a process that orders cannot follow', { process: 'leave' }, /不适用于工单/],
  ])('with %s is kept but not published', async (_what, changed, fault) => {
    const type = await drafted(changed)
    const answer = await harness.refused(admin(), calls.publish, {
      id: type.id,
      version: type.version,
      note: '',
    })
    expect(answer.message).toMatch(fault)
    expect(await harness.call(admin(), calls.detail, { id: type.id })).toMatchObject({ current: null })
  })

  it('that is like the version in use is none', async () => {
    const type = await published()
    const { id, version, definition } = type
    const saved = await harness.call(admin(), calls.edit, { id, version, definition })
    expect(saved.isChanged).toBe(false)
    const answer = await harness.refused(admin(), calls.publish, { id, version: saved.version, note: '' })
    expect(answer.message).toBe('没有修改，不需要发布')
  })

  it('is given up for the version in use, which the first one has none of', async () => {
    const first = await drafted()
    const answer = await harness.refused(admin(), calls.discard, { id: first.id, version: first.version })
    expect(answer.message).toContain('还没有发布过')
    const type = await publish(first)
    const edited = await harness.call(admin(), calls.edit, {
      id: type.id,
      version: type.version,
      definition: { ...type.definition, about: '改了' },
    })
    const back = await harness.call(admin(), calls.discard, { id: type.id, version: edited.version })
    expect(back).toMatchObject({ isChanged: false, definition: type.definition })
  })

  it('becomes a version that says what changed, by whom and why', async () => {
    const type = await changedTo(
      await published({ steps: [step('起飞'), step('降落')] }),
      {
        steps: [step('降落', { needPhoto: true }), step('检查电池')],
        fields: [height],
        scored: true,
        needWorkHours: false,
      },
      '试飞后修改',
    )
    expect(type.current).toBe(2)
    expect(type.versions[0]).toMatchObject({
      version: 2,
      note: '试飞后修改',
      changes: [
        '改为不填工时',
        '改为验收须评分',
        '删除步骤“起飞”',
        '步骤“降落”改为须拍照',
        '新增步骤“检查电池”',
        '新增“飞行高度”（数字）',
      ],
    })
  })
})

describe('an order', () => {
  it('of a new type is filled in, executed by its steps and accepted with a score', async () => {
    const { id: taskType, name } = await published({
      fields: [height, weather],
      prerequisites: [{ name: '空域已报备', required: true }],
      steps: [step('起飞'), step('拍摄热像', { needValue: true })],
      scored: true,
    })
    const created = await create(taskType, { height: 60, weather: 'sun' })
    expect(created).toMatchObject({ taskType, taskTypeLabel: name, scored: true })
    expect((await detailOf(created)).formLines).toEqual([
      { key: 'height', label: '飞行高度', text: '60 m' },
      { key: 'weather', label: '天气', text: '晴' },
    ])
    const assigned = await site.assignTo(created)
    const detail = await detailOf(assigned)
    expect(detail.prerequisiteList).toEqual([{ name: '空域已报备', required: true, met: false }])
    expect(detail.stepList).toEqual([
      { ...step('起飞'), done: false, doneAt: null, value: '', note: '' },
      { ...step('拍摄热像', { needValue: true }), done: false, doneAt: null, value: '', note: '' },
    ])
    const started = await harness.call(site.people.worker.token, workOrderCalls.start, assigned)
    const submitted = await harness.call(site.people.worker.token, workOrderCalls.execute, {
      ...started,
      submit: true,
      ...(await site.filled(created.id)),
    })
    const scoreless = await harness.refused(admin(), workOrderCalls.check, { ...submitted, pass: true })
    expect(scoreless.message).toBe('该类型工单验收时须填写评分')
    const closed = await harness.call(admin(), workOrderCalls.check, { ...submitted, pass: true, score: 91 })
    expect(closed.flowSts).toBe(4)
  })

  it('names every field of its type that is wrong, and nothing is written', async () => {
    const { id: taskType } = await published({ fields: [height, weather] })
    const before = await site.countAll()
    const answer = await harness.refused(site.people.master.token, workOrderCalls.insert, {
      psId: site.stationId,
      taskType,
      taskDescription: '巡检一区',
      form: { height: 500, weather: 'snow' },
    })
    expect(answer.message).toBe('参数有误：飞行高度（height）：不能大于 120；天气（weather）：不是可用的选项')
    expect(await site.countAll()).toBe(before)
  })

  it('keeps the version of its creation, also when it is assigned after the next one', async () => {
    const type = await published({ steps: [step('旧步骤')], needWorkHours: true, fields: [height] })
    const old = await create(type.id, { height: 30 })
    const next = await changedTo(type, { steps: [step('新步骤')], needWorkHours: false, fields: [] })
    const fresh = await create(type.id)
    const [oldDetail, freshDetail] = [
      await detailOf(await site.assignTo(old)),
      await detailOf(await site.assignTo(fresh)),
    ]
    expect(oldDetail).toMatchObject({ needWorkHours: 1, stepList: [{ name: '旧步骤' }] })
    expect(oldDetail.formLines).toEqual([{ key: 'height', label: '飞行高度', text: '30 m' }])
    expect(freshDetail).toMatchObject({ needWorkHours: 0, stepList: [{ name: '新步骤' }], formLines: [] })
    const { openOrders } = await harness.call(admin(), calls.detail, { id: next.id })
    expect(openOrders).toEqual([
      { version: 2, orders: 1 },
      { version: 1, orders: 1 },
    ])
  })

  it('follows the process of its type', async () => {
    const { id: taskType } = await published({ process: 'defect_order' })
    const { processInstanceId } = await detailOf(await create(taskType))
    const { rows } = await harness.owner.query<{ key: string }>(
      `select d.key from process_instance i
       join process_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id where i.id = $1`,
      [processInstanceId],
    )
    expect(rows).toEqual([{ key: 'defect_order' }])
  })

  it('is not created of a type that is unknown, unpublished or out of use', async () => {
    const refusalFor = async (taskType: number) =>
      (
        await harness.refused(site.people.master.token, workOrderCalls.insert, {
          psId: site.stationId,
          taskType,
          taskDescription: '巡检',
        })
      ).message
    expect(await refusalFor(9999)).toBe('参数有误：任务类型（taskType）：没有这种任务类型')
    const draft = await drafted()
    expect(await refusalFor(draft.id)).toBe(`任务类型“${draft.name}”还没有发布`)
    const type = await publish(draft)
    const existing = await create(type.id)
    await harness.call(admin(), calls.setActive, { id: type.id, version: type.version, active: false })
    expect(await refusalFor(type.id)).toBe(`任务类型“${type.name}”已停用，不能新建工单`)
    expect((await site.assignTo(existing)).flowSts).toBe(2)
  })
})

it('the dictionary of types is kept as the types are', async () => {
  const textOf = async (id: number) => {
    const items = await harness.call(admin(), dictionaryCalls.items, { code: 'taskType' })
    return items.find(({ value }) => value === String(id))?.text
  }
  const draft = await drafted()
  expect(await textOf(draft.id)).toBeUndefined()
  const type = await publish(draft)
  expect(await textOf(type.id)).toBe(type.name)
  const renamed = await changedTo(type, { name: `${type.name} 改` })
  expect(await textOf(type.id)).toBe(`${type.name} 改`)
  await harness.call(admin(), calls.setActive, { id: type.id, version: renamed.version, active: false })
  expect(await textOf(type.id)).toBeUndefined()
})
