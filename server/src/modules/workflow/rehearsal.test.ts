import type { Input } from '@heliodesk/contract/call.ts'
import type { ApproverList, Approval, Step } from '@heliodesk/contract/approver-list/model.ts'
import { writeList } from '@heliodesk/contract/approver-list/write.ts'
import { MOST_REHEARSED, workflowCalls as calls } from '@heliodesk/contract/workflow.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { blank, listOf, moddle } from './approver-list.fixture.ts'
import { drawn } from './diagram.fixture.ts'
import { gateway, signed, sketch, step } from './engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  keeper: { username: 'rehearsal.keeper', codes: ['workflow:manage'], hasAllData: true },
  local: { username: 'rehearsal.local', codes: ['workflow:manage'], depCode: 'A01A02A01' },
  reader: { username: 'rehearsal.reader', codes: ['order:list'] },
  checker: { username: 'rehearsal.checker', codes: ['order:check'], depCode: 'A01A02A01' },
  far: { username: 'rehearsal.far', codes: ['order:check'], depCode: 'A01A01' },
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id

const approval = (more: Partial<Approval>): Approval => ({
  kind: 'approval',
  id: '',
  name: '审批',
  who: [{ kind: 'superior' }],
  pass: { of: 'any' },
  inOrder: false,
  due: null,
  refusal: 'amend',
  result: '',
  ...more,
})

const xmlOf = (steps: readonly Step[]): Promise<string> =>
  writeList(moddle, blank, listOf(steps) satisfies ApproverList)

const rehearse = async (
  input: Partial<Input<typeof calls.rehearse>> & { xml: string },
  token = people.keeper.token,
) => harness.call(token, calls.rehearse, { starterId: idOf('worker'), ...input })

/** More steps than a rehearsal goes. */
const long = Array.from({ length: MOST_REHEARSED + 1 }, (_, at) => `step${at}`)

const told = ({ path }: Awaited<ReturnType<typeof rehearse>>) =>
  path.map(({ kind, name, people: asked }) => [kind, name, ...asked.map(({ id }) => id)])

const counts = async () =>
  (
    await harness.owner.query(
      `select (select count(*) from process_instance) as instances, (select count(*) from process_task) as tasks,
        (select count(*) from process_event) as events, (select count(*) from process_definition) as definitions,
        (select count(*) from job) as jobs`,
    )
  ).rows[0]

describe('a rehearsal', () => {
  it('names who would be asked, in order, by the conditions, and writes nothing', async () => {
    const before = await counts()
    const xml = await xmlOf([
      approval({ name: '部门负责人' }),
      {
        kind: 'choice',
        id: '',
        name: '金额',
        join: '',
        branches: [
          {
            id: '',
            name: '大额',
            condition: { rows: [{ field: 'amount', operator: '>', value: 5000 }] },
            steps: [
              approval({
                name: '会签',
                who: [
                  { kind: 'person', id: idOf('colleague') },
                  { kind: 'person', id: idOf('manager') },
                ],
                pass: { of: 'count', count: 1 },
              }),
            ],
          },
          { id: '', name: '其余情况', condition: null, steps: [] },
        ],
      },
      { kind: 'wait', id: '', name: '冷静期', time: { workingDays: 1 } },
      {
        ...approval({ name: '归档', who: [{ kind: 'starter' }] }),
        kind: 'handling',
        pass: { of: 'all' },
      } as Step,
    ])
    const large = await rehearse({ xml, values: { amount: 86_000 } })
    expect(large).toMatchObject({ ended: true, problem: null })
    expect(told(large)).toEqual([
      ['step', '部门负责人', expect.any(String)],
      ['branch', '大额'],
      ['step', '会签', idOf('colleague'), idOf('manager')],
      ['wait', '冷静期'],
      ['step', '归档', idOf('worker')],
    ])
    expect(told(await rehearse({ xml, values: { amount: 20 } }))).toEqual([
      ['step', '部门负责人', expect.any(String)],
      ['branch', '其余情况'],
      ['wait', '冷静期'],
      ['step', '归档', idOf('worker')],
    ])
    expect(await counts()).toEqual(before)
  })

  it('stops where nobody can act, and where too few can', async () => {
    const nobody = await rehearse({
      xml: await xmlOf([approval({ who: [{ kind: 'role', code: 'no_such' }] })]),
    })
    expect(nobody).toMatchObject({ ended: false, problem: '“审批”没有人可办理' })
    expect(nobody.path).toMatchObject([{ people: [], problem: '没有人可办理' }])
    const gone = await xmlOf([approval({ who: [{ kind: 'person', id: '999999' }], pass: { of: 'all' } })])
    expect(await rehearse({ xml: gone })).toMatchObject({ problem: '“审批”没有人可办理' })
    const twice = await xmlOf([
      approval({
        name: '同一人',
        who: [{ kind: 'starter' }, { kind: 'person', id: idOf('worker') }],
        pass: { of: 'count', count: 2 },
      }),
    ])
    expect(await rehearse({ xml: twice })).toMatchObject({
      ended: false,
      problem: '“同一人”全部同意后，流程又回到该环节',
    })
  })

  it('asks those who hold a permission and whose data has the place, also the starter', async () => {
    const xml = drawn(
      sketch({ work: '<bpmn:userTask id="%id" name="%id" wf:candidateRights="order:check" />' }, [
        'start > work > end',
      ]),
    )
    const asked = await rehearse({ xml })
    expect(asked).toMatchObject({ ended: true, problem: null, path: [{ name: 'work', others: false }] })
    const ids = asked.path[0]!.people.map(({ id }) => id)
    expect(ids).toContain(people.checker.id)
    expect(ids).not.toContain(people.far.id)
    expect(ids).not.toContain(people.reader.id)
    expect(told(await rehearse({ xml, starterId: people.checker.id }))[0]).toContain(people.checker.id)
    const near = await rehearse({ xml }, people.local.token)
    expect(near.path).toMatchObject([{ others: true, problem: null }])
    expect(told(near)[0]).toContain(people.checker.id)
    expect(told(near)[0]).not.toContain(idOf('admin'))
  })

  it.each([
    [
      'signers are out of scope',
      { work: signed('signers') },
      ['start > work > end'],
      '“work”有 1 人的数据范围不包含发起人的部门，不能办理',
    ],
    [
      'a branch never comes to its gateway',
      { which: gateway('exclusive'), one: step('starter'), two: step('starter'), join: gateway('parallel') },
      ['start > which > one !', 'which > two ? false', 'one > join', 'two > join > end'],
      '流程会停在网关“join”：其他分支已结束',
    ],
    [
      'it has too many steps',
      Object.fromEntries(long.map((name) => [name, step('starter')])),
      [
        ...long.slice(1).map((name, at) => `${long[at]} > ${name}`),
        `start > ${long[0]}`,
        `${long.at(-1)} > end`,
      ],
      '超过 100 步，没有走完',
    ],
  ])('says that %s', async (_what, nodes, flows, problem) => {
    const values = { signers: [idOf('colleague'), idOf('outsider')] }
    expect(await rehearse({ xml: drawn(sketch(nodes, flows)), values })).toMatchObject({
      ended: false,
      problem,
    })
  })

  it('passes services and branches at once, and gives up on endless loops', async () => {
    const both = drawn(
      sketch(
        {
          fork: gateway('parallel'),
          one: step('starter'),
          other: '<bpmn:serviceTask id="%id" name="记账" wf:handler="x" />',
          join: gateway('parallel'),
        },
        ['start > fork > one', 'fork > other', 'one > join', 'other > join > end'],
      ),
    )
    const answer = await rehearse({ xml: both })
    expect(answer).toMatchObject({ ended: true, problem: null })
    expect(answer.path.map(({ kind }) => kind).toSorted()).toEqual(['service', 'step'])
    const loop = drawn(
      sketch({ a: gateway('exclusive'), b: gateway('exclusive') }, [
        'start > a > b > a !',
        'b > end ? false',
      ]),
    )
    expect(await rehearse({ xml: loop })).toMatchObject({ ended: false, problem: '流程定义有不停的循环' })
  })

  it('says what in a file cannot run', async () => {
    expect(await rehearse({ xml: blank })).toEqual({ path: [], ended: true, problem: null })
    const { problem } = await rehearse({ xml: 'no file' })
    expect(problem).toMatch(/^流程不能运行：/)
  })

  it('is for people of the caller’s departments, and names nobody else', async () => {
    const xml = await xmlOf([approval({ who: [{ kind: 'role', code: 'admin' }] })])
    const all = await rehearse({ xml })
    expect(all.path).toMatchObject([{ others: false, problem: null }])
    expect(all.path[0]!.total).toBeGreaterThan(0)
    const near = await rehearse({ xml }, people.local.token)
    expect(near).toMatchObject({ ended: true, path: [{ people: [], total: 0, others: true, problem: null }] })
    const strange = { xml, starterId: people.keeper.id }
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [people.reader.id])
    const left = { xml, starterId: people.reader.id }
    expect((await harness.refused(people.keeper.token, calls.rehearse, left)).message).toBe(
      '数据不存在或无权查看',
    )
    await harness.owner.query(`update app_user set status = '1' where id = $1`, [people.reader.id])
    for (const token of [people.local.token, await signInAdministrator(harness, harness.otherTenant)])
      expect((await harness.refused(token, calls.rehearse, strange)).message).toBe('数据不存在或无权查看')
  })

  it('is for those who keep the processes', async () => {
    const answer = await harness.refused(people.reader.token, calls.rehearse, { xml: blank, starterId: '1' })
    expect(answer.status).toBe(403)
    const roles = await harness.call(people.keeper.token, calls.roles, {})
    expect(roles).toContainEqual(expect.objectContaining({ code: 'r10020' }))
  })
})
