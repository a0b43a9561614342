import { workflowCalls as calls } from '@heliodesk/contract/workflow.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { drawn } from './diagram.fixture.ts'
import { sketch, step } from './engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  keeper: { username: 'process.keeper', codes: ['workflow:manage'] },
  reader: { username: 'process.reader', codes: ['order:list'] },
})

let made = 0
/** A process of one step with a name, and its picture. */
const file = (name: string, key = `own_${(made += 1)}`) =>
  drawn(
    sketch({ work: step('starter') }, ['start > work', 'work > end'], key).replace(
      'name="流程"',
      `name="${name}"`,
    ),
  )

const keyOf = (xml: string) => /process id="(\w+)"/.exec(xml)![1]!
const deploy = (xml: string) => harness.call(people.keeper.token, calls.deploy, { xml })
const definitions = (token = people.keeper.token) => harness.call(token, calls.definitions, {})
const svgOf = (image: string) =>
  Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
const diagram = async (processDefinitionKey: string, definitionVersion?: number) =>
  svgOf(
    await harness.call(people.reader.token, calls.initialDiagram, {
      processDefinitionKey,
      definitionVersion,
    }),
  )

describe('processes', () => {
  it('come with the product, in use, and their pictures are for everybody', async () => {
    const shipped = await definitions()
    expect(shipped.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'defect_order',
        'leave',
        'order_extension',
        'order_termination',
        'purchase',
        'yearly_budget',
      ]),
    )
    const leave = shipped.find(({ key }) => key === 'leave')!
    expect(leave).toMatchObject({
      name: '请假',
      current: 1,
      versions: [{ version: 1, active: true, deployedBy: '系统' }],
    })
    const svg = await diagram('leave')
    expect(svg).toMatch(/^<svg[^>]* aria-label="请假"/)
    expect(svg).toContain('部门负责人审批')
    const nothing = { processDefinitionKey: 'nothing' }
    expect((await harness.refused(people.reader.token, calls.initialDiagram, nothing)).message).toBe(
      '数据不存在或无权查看',
    )
  })

  it('get a version with every other file, and none with the same', async () => {
    const first = file('第一版')
    const key = keyOf(first)
    expect(await deploy(first)).toMatchObject({ key, name: '第一版', current: 1 })
    expect(await deploy(first)).toMatchObject({ current: 1, versions: [{ version: 1 }] })
    const second = await deploy(file('第二版', key))
    expect(second).toMatchObject({
      name: '第二版',
      current: 2,
      versions: [{ version: 2, deployedBy: 'process.keeper' }, { version: 1 }],
    })
    expect(await diagram(key)).toContain('第二版')
    expect(await diagram(key, 1)).toContain('第一版')
    const content = await harness.app.inject({
      method: 'POST',
      url: `/api${calls.file.path}`,
      headers: { 'x-access-token': people.keeper.token },
      payload: { id: second.versions[1]!.id },
    })
    expect(content.body).toBe(first)
  })

  it('are numbered one after the other when two people deploy at once', async () => {
    const key = `both_${(made += 1)}`
    await Promise.all(['甲', '乙', '丙'].map((name) => deploy(file(name, key))))
    const { versions } = (await definitions()).find((each) => each.key === key)!
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
  })

  it('are taken out of use by version', async () => {
    const xml = file('停用')
    await deploy(xml)
    const { versions } = await deploy(file('停用二', keyOf(xml)))
    const setActive = (at: number, active: boolean) =>
      harness.call(people.keeper.token, calls.setActive, { id: versions[at]!.id, active })
    expect(await setActive(0, false)).toMatchObject({ current: 1 })
    expect(await diagram(keyOf(xml))).not.toContain('停用二')
    expect(await setActive(1, false)).toMatchObject({ current: null })
    expect(await setActive(0, true)).toMatchObject({ current: 2 })
  })

  it('are checked before they are deployed; a refused file changes nothing', async () => {
    const good = file('检查')
    const check = (xml: string) => harness.call(people.keeper.token, calls.check, { xml })
    expect(await check(good)).toMatchObject({ refusals: [], key: keyOf(good), name: '检查', version: 1 })
    expect(svgOf((await check(good)).diagram)).toContain('<svg')
    await deploy(good)
    expect(await check(good)).toMatchObject({ version: 0 })
    const bad = good.replace('wf:assignee="starter"', '')
    expect(await check(bad)).toMatchObject({
      refusals: [{ element: 'work', name: 'work', reason: '没有指定办理人' }],
      diagram: '',
    })
    const before = await definitions()
    expect((await harness.refused(people.keeper.token, calls.deploy, { xml: bad })).message).toBe(
      '流程不能部署：“work”没有指定办理人',
    )
    for (const undrawn of [
      /<bpmndi:BPMNShape id="work_shape"[^]*?<\/bpmndi:BPMNShape>/,
      /(?<=work_shape.*?x=")\d+/,
    ])
      expect((await check(good.replace(undrawn, ''))).refusals).toEqual([
        { element: 'work', name: 'work', reason: '没有画在流程图上' },
      ])
    const { refusals } = await check(good.replace(/<di:waypoint [^>]*>/, ''))
    expect(refusals).toMatchObject([{ reason: '没有画在流程图上' }])
    expect(await definitions()).toEqual(before)
  })

  it('belong to one company', async () => {
    const xml = file('别家')
    const { versions } = await deploy(xml)
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    expect((await definitions(stranger)).map(({ key }) => key)).not.toContain(keyOf(xml))
    const answer = await harness.refused(stranger, calls.setActive, { id: versions[0]!.id, active: false })
    expect(answer.message).toBe('数据不存在或无权查看')
  })

  it('never change once deployed', async () => {
    for (const change of [`update process_definition set xml = xml || ' '`, 'delete from process_definition'])
      await expect(harness.owner.query(change)).rejects.toThrow('neither changed nor removed')
  })
})
