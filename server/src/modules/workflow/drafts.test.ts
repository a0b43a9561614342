import { workflowCalls as calls } from '@heliodesk/contract/workflow.ts'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { drawn } from './diagram.fixture.ts'
import { gateway, signed, sketch, step } from './engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  keeper: { username: 'draft.keeper', codes: ['workflow:manage'] },
  other: { username: 'draft.other', codes: ['workflow:manage'] },
})

let made = 0
const newKey = () => `draft_${(made += 1)}`
type Calls = typeof calls

const as =
  (who: 'keeper' | 'other') =>
  <C extends Calls[keyof Calls]>(call: C, input: Parameters<typeof harness.call<C>>[2]) =>
    harness.call(people[who].token, call, input)
const keep = as('keeper')
const refusalOf = async <C extends Calls[keyof Calls]>(
  call: C,
  input: Parameters<typeof harness.call<C>>[2],
  token = people.keeper.token,
) => (await harness.refused(token, call, input)).message

/** A new process with the template's one step. */
async function begun(name = '用印') {
  const key = newKey()
  const draft = await keep(calls.addProcess, { key, name })
  return { key, draft, xml: (await keep(calls.design, { key })).xml }
}

async function published(name?: string) {
  const { key, draft, xml } = await begun(name)
  await keep(calls.publishDraft, { id: draft.id, version: draft.version })
  return { key, xml }
}

it('a new process begins with one step, as a copy, or from a file, and becomes its first version', async () => {
  const { key, draft, xml } = await begun()
  expect(draft).toMatchObject({ version: 1, basedOn: null, savedBy: 'draft.keeper' })
  expect(xml).toContain(`<bpmn:process id="${key}" name="用印" isExecutable="true">`)
  expect(await keep(calls.drafts, {})).toContainEqual(expect.objectContaining({ key, name: '用印' }))
  expect(await keep(calls.design, { key })).toMatchObject({ current: null, newest: null, running: 0 })
  expect(await keep(calls.publishDraft, { id: draft.id, version: 1 })).toMatchObject({
    key,
    name: '用印',
    current: 1,
    versions: [{ version: 1, deployedBy: 'draft.keeper', running: 0 }],
  })
  expect(await keep(calls.drafts, {})).not.toContainEqual(expect.objectContaining({ key }))

  const copied = newKey()
  await keep(calls.addProcess, { key: copied, name: '请假二', copyOf: 'leave' })
  expect((await keep(calls.design, { key: copied })).xml).toContain('公司审批')
  const filed = newKey()
  const file = drawn(sketch({ work: step('starter') }, ['start > work > end'], 'theirs'))
  await keep(calls.addProcess, { key: filed, name: '外来', xml: file })
  expect((await keep(calls.design, { key: filed })).xml).toMatch(/id="work"[^]*wf:assignee="starter"/)
})

it('a new process from a file tells what of it is not BPMN', async () => {
  const file = drawn(sketch({ work: step('starter') }, ['start > work', 'work > end'], 'theirs'))
  const begin = (xml: string) => keep(calls.addProcess, { key: newKey(), name: '外来', xml })
  expect((await begin(file)).unread).toEqual([])
  const strange = `<?xml version="1.0" encoding="GBK"?>\n${file.replace('<bpmn:process', '<bpmn:nothing />$&')}`
  expect((await begin(strange)).unread).toEqual([
    expect.stringMatching(/第 \d 行的“bpmn:nothing”不是 BPMN 2.0 的内容$/),
  ])
})

it.each([
  [{ key: 'leave' }, '流程编码“leave”已有流程使用'],
  [{ key: '1a' }, '流程编码只能包含字母、数字和下划线，且不以数字开头'],
  [{ copyOf: 'nothing' }, '数据不存在或无权查看'],
  [{ xml: 'text' }, /^流程文件不能使用：“流程文件”不是 BPMN 2.0 文件/],
  [{ xml: '<a/>' }, /流程文件不能使用/],
])('a new process with %j is refused', async (more, said) => {
  expect(await refusalOf(calls.addProcess, { key: newKey(), name: '新', ...more })).toMatch(said)
})

it('two people who begin or save at the same time do not overwrite each other', async () => {
  const { key, xml } = await published()
  const changed = xml.replace('部门负责人审批', '甲审批')
  const begin = (who: 'keeper' | 'other') => as(who)(calls.beginDraft, { key, xml: changed })
  const answers = await Promise.allSettled([begin('keeper'), begin('other')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusalOf(calls.beginDraft, { key, xml })).toMatch(`流程“${key}”已有草稿，由draft.`)
  const { draft } = await keep(calls.design, { key })
  expect(draft).toMatchObject({ version: 1, basedOn: 1 })
  const id = draft!.id
  expect(await as('other')(calls.saveDraft, { id, version: 1, xml: changed })).toMatchObject({
    version: 2,
    savedBy: 'draft.other',
  })
  const late = { id, version: 1 }
  for (const said of [
    await refusalOf(calls.saveDraft, { ...late, xml }),
    await refusalOf(calls.discardDraft, late),
    await refusalOf(calls.publishDraft, late),
  ])
    expect(said).toBe('草稿已在别处更新，请刷新后重试')
  expect((await keep(calls.design, { key })).xml).toBe(changed)
  await keep(calls.discardDraft, { id, version: 2 })
  expect(await keep(calls.design, { key })).toMatchObject({ draft: null, xml, current: 1, newest: 1 })
})

it('a draft may lack what it takes to run, and is then refused by name when it is published', async () => {
  const { key, draft, xml } = await begun()
  const { id } = draft
  const broken = xml.replace(' wf:candidateHeads="starter"', '')
  expect(await keep(calls.saveDraft, { id, version: 1, xml: broken })).toMatchObject({ version: 2 })
  expect(await refusalOf(calls.publishDraft, { id, version: 2 })).toBe(
    '流程不能部署：“部门负责人审批”没有指定办理人',
  )
  expect(await keep(calls.lint, { key, xml: broken })).toEqual([
    { level: 'error', element: 'review', name: '部门负责人审批', text: '没有指定办理人' },
  ])
  for (const [other, said] of [
    [xml.replace(`id="${key}"`, 'id="leave"'), `流程编码是“${key}”，不能修改`],
    ['no file', /^流程文件不能使用：/],
  ] as const)
    expect(await refusalOf(calls.saveDraft, { id, version: 2, xml: other })).toMatch(said)
  expect((await keep(calls.design, { key })).draft).toMatchObject({ version: 2 })
})

it('drafts belong to one company', async () => {
  const { key, draft, xml } = await begun()
  const stranger = await signInAdministrator(harness, harness.otherTenant)
  const at = { id: draft.id, version: 1 }
  for (const said of [
    await refusalOf(calls.design, { key }, stranger),
    await refusalOf(calls.saveDraft, { ...at, xml }, stranger),
    await refusalOf(calls.publishDraft, at, stranger),
    await refusalOf(calls.discardDraft, at, stranger),
  ])
    expect(said).toBe('数据不存在或无权查看')
  expect(await harness.call(stranger, calls.drafts, {})).toEqual([])
})

it('the check before publishing warns of what will surprise', async () => {
  const file = sketch(
    {
      one: step('"999999999999"'),
      many: signed('signers'),
      roles: '<bpmn:userTask id="%id" name="%id" wf:candidateRoles="nobody,empty_role" wf:due="PT8H" />',
      service: '<bpmn:serviceTask id="%id" wf:handler="unknown" />',
      call: '<bpmn:callActivity id="%id" calledElement="unknown" />',
      alone: step('starter'),
      aside: step('starter'),
      choice: gateway('exclusive'),
    },
    [
      'start > one > many > choice > roles !',
      'choice > service ? many.outcome = "reject"',
      'choice > call ? gone.outcome = "approve"',
      'roles > end',
      'service > end',
      'call > end',
      'alone > aside > alone',
    ],
  )
  await harness.owner.query(
    `insert into role (tenant_id, role_code, role_name) values ($1, 'empty_role', '空角色')`,
    [harness.tenant.tenantId],
  )
  const found = await keep(calls.lint, { key: 'random', xml: drawn(file) })
  expect(new Set(found.map(({ level }) => level))).toEqual(new Set(['warning']))
  expect(found.map(({ element, text }) => `${element}: ${text}`)).toEqual([
    'one: 没有设时限：没有人办理时流程会停住',
    'many: 没有设时限：没有人办理时流程会停住',
    'alone: 从开始事件走不到',
    'aside: 从开始事件走不到',
    'flow4: 的条件只看最后一人的意见：“many”是会签，请用 many.nrApproved 判断',
    'flow5: 的条件用到“gone”的结果，但没有这个环节',
    'one: 指定的人员中有人已停用或不存在',
    'roles: 的办理角色“nobody”不存在',
    'roles: 的办理角色“空角色”没有人',
    'service: 要执行的服务“unknown”不存在',
    'call: 要调用的流程“unknown”没有启用的版本',
  ])
})

it('versions are compared in words and pictures, also with a file that cannot run', async () => {
  const { key, xml } = await published()
  const changed = xml
    .replace('wf:candidateHeads="starter"', 'wf:candidateRoles="r10020" wf:workingDays="2"')
    .replace('name="结束"', 'name="完成"')
  const { before, after, changes } = await keep(calls.compare, { key, from: 1, xml: changed })
  expect([before.title, after.title]).toEqual(['第 1 版', '草稿'])
  expect([before.diagram, after.diagram].every((each) => each?.startsWith('data:image/svg+xml'))).toBe(true)
  expect(changes).toEqual([
    {
      kind: 'changed',
      element: 'review',
      name: '用户任务“部门负责人审批”',
      details: ['去掉部门负责人：发起人', '增加办理角色：站长', '增加时限：2 个工作日'],
    },
    { kind: 'changed', element: 'end', name: '结束事件“完成”', details: ['名称：结束 → 完成'] },
  ])
  const timed = xml.replace('wf:candidateHeads="starter"', '$& wf:due="P1DT90M"')
  expect((await keep(calls.compare, { key, from: 1, xml: timed })).changes[0]!.details).toEqual([
    '增加时限：1 天 90 分钟',
  ])
  const refusing = xml.replace('<bpmn:endEvent id="end"', '$& wf:outcome="reject"')
  expect((await keep(calls.compare, { key, from: 1, xml: refusing })).changes[0]!.details).toEqual([
    '增加结论：驳回',
  ])
  const broken = xml.replace('<bpmn:startEvent id="start"', '<bpmn:startEvent id="begin"')
  const compared = await keep(calls.compare, { key, from: 1, xml: broken })
  expect(compared.after.diagram).toBeNull()
  expect(compared.changes.map(({ kind, element }) => `${kind} ${element}`)).toEqual([
    'added begin',
    'changed flow_1',
    'removed start',
  ])
  expect(await refusalOf(calls.compare, { key, from: 7 })).toBe('数据不存在或无权查看')
  expect(await refusalOf(calls.compare, { key, from: 1, xml: '<a/>' })).toMatch(/^不能对比：/)
  await keep(calls.beginDraft, { key, xml: changed })
  const { draft } = await keep(calls.design, { key })
  await keep(calls.publishDraft, { id: draft!.id, version: 1 })
  expect((await keep(calls.compare, { key, from: 1, to: 2 })).changes).toEqual(changes)
})

it('a copy step is compared by whom it tells', async () => {
  const file = (who: string) =>
    drawn(
      sketch(
        { tell: `<bpmn:sendTask id="%id" name="告知" ${who} />` },
        ['start > tell', 'tell > end'],
        'compared_copy',
      ),
    )
  await keep(calls.deploy, { xml: file('wf:candidateRoles="r10020"') })
  const xml = file('wf:candidateRoles="r10010" wf:candidateRights="order:check"')
  const { changes } = await keep(calls.compare, { key: 'compared_copy', from: 1, xml })
  expect(changes).toEqual([
    {
      kind: 'changed',
      element: 'tell',
      name: '抄送“告知”',
      details: ['抄送角色：站长 → 区域经理', '增加抄送权限：验收工单'],
    },
  ])
})

it.each([
  ['days > 3', [['days', '5']], 'true'],
  ['review.outcome = "approve"', [['review.outcome', 'approve']], 'true'],
  [
    'a + b',
    [
      ['a', '1'],
      ['b', '2.5'],
    ],
    '3.5',
  ],
  ['list contains(kinds, "x")', [['kinds', '["x"]']], 'true'],
  ['missing', [], 'null'],
  ['days >', [], null],
  ['for x in y return x', [], null],
])('%s with %j gives %s', async (expression, values, result) => {
  const answer = await keep(calls.tryExpression, {
    expression,
    values: values.map(([name, value]) => ({ name: name!, value: value! })),
  })
  expect(answer).toEqual({ result, fault: result === null ? expect.any(String) : null })
})

it('steps can name people and roles of the caller’s departments', async () => {
  const choices = await harness.call(
    await signInAdministrator(harness, harness.tenant),
    calls.designChoices,
    {},
  )
  expect(choices.people).toContainEqual(expect.objectContaining({ name: 'draft.keeper' }))
  expect(choices.roles).toContainEqual(expect.objectContaining({ code: 'r10020', name: '站长' }))
  expect(choices.processes).toContainEqual({ key: 'leave', name: '请假' })
  const stranger = await signInAdministrator(harness, harness.otherTenant)
  const theirs = await harness.call(stranger, calls.designChoices, {})
  expect(theirs.people.map(({ name }) => name)).not.toContain('draft.keeper')
})
