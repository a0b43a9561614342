import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { allOperations, stepOperations, type StepOperation } from '@heliodesk/contract/process-file.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { toWireTime } from '../src/kernel/wire-time.ts'
import { step } from '../src/modules/workflow/engine/process.fixture.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator, useSignedIn } from './hire.ts'
import { startOwnProcess, taskOf } from './own-process.ts'
import { wholeDatabase } from './whole-database.ts'

const harness = useHarness()
const people = useSignedIn(harness, { starter: 'a_worker', holder: 'a_master', standIn: 'a_colleague' })
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
let keeper = ''

beforeAll(async () => {
  keeper = await signInAdministrator(harness, harness.tenant)
  const inMinutes = (count: number) => toWireTime(new Date(Date.now() + count * 60_000), 'Asia/Shanghai')
  await harness.call(people.holder, delegationCalls.add, {
    delegateId: idOf('colleague'),
    startTime: inMinutes(-1),
    endTime: inMinutes(60),
  })
})

/** An instance whose second step is its holder's and forbids these; its first was its starter's. */
async function started(denied: readonly StepOperation[]) {
  const { id, processInstanceId } = await startOwnProcess(
    harness,
    people.starter,
    {
      first: step(`"${idOf('worker')}"`),
      a: step(`"${idOf('master')}"`, `wf:denied="${denied.join()}"`),
    },
    ['start > first', 'first > a', 'a > end'],
  )
  const first = await taskOf(harness, people.starter, processInstanceId)
  await harness.call(people.starter, calls.complete, { ...first, outcome: 'approve', opinion: '' })
  const given = { personId: idOf('shift'), opinion: '', outcome: 'approve', auditOpinion: '不行' }
  return { id, ...given, ...(await taskOf(harness, people.holder, processInstanceId)) }
}

type Who = keyof typeof people | 'keeper'
/** What `says` it is refused; by the rule of the step without it. */
type Way = { call: Call; by: Who; more?: { when: string }; says?: string }
const tokenOf = (who: Who) => (who === 'keeper' ? keeper : people[who])

const ofStep = [
  { call: calls.giveBack },
  { call: calls.transfer },
  ...(['before', 'after', 'beside'] as const).map((when) => ({ call: calls.addSigner, more: { when } })),
]

/** Every way to do what a step may forbid, by whom it would be allowed. */
const ways: Record<StepOperation, Way[]> = {
  giveBack: [{ call: calls.giveBack, by: 'holder' }],
  transfer: [{ call: calls.transfer, by: 'holder' }],
  addSigner: ofStep.filter(({ call }) => call === calls.addSigner).map((way) => ({ ...way, by: 'holder' })),
  delegate: [
    ...ofStep,
    { call: calls.claim },
    { call: calls.complete },
    // They may not even look at the request.
    { call: oaCalls.approve, says: '数据不存在或无权查看' },
  ].map((way) => ({ ...way, by: 'standIn' as const })),
  withdraw: [{ call: calls.withdraw, by: 'starter' }],
  void: [{ call: calls.end, by: 'starter' }],
}
const table = allOperations.flatMap((operation) =>
  ways[operation].map((way) => [operation, [way.call.path, way.more?.when].join(' ').trim(), way] as const),
)
const inputOf = ({ call, more }: Way, given: object) => call.input.parse({ ...given, ...more }) as never

describe('what a step forbids', () => {
  it.each(table)(
    '%s by %s is refused to everybody, and nothing is written',
    async (operation, _path, way) => {
      // Everything else is allowed, so that this is what refuses it.
      const input = inputOf(way, await started([operation]))
      const before = await wholeDatabase(harness, harness.tenant.tenantId)
      const { message } = await harness.refused(tokenOf(way.by), way.call, input)
      expect(message).toBe(way.says ?? `“a”不允许${stepOperations[operation]}`)
      for (const who of ['starter', 'holder', 'keeper'] as const) {
        // Who holds the step does it, and who keeps the processes may end them whatever a step says.
        if (operation === 'delegate' && who === 'holder') continue
        if (operation === 'void' && who === 'keeper') continue
        expect((await harness.refused(tokenOf(who), way.call, input)).message).toMatch(/^您不是|^只有|不允许/)
      }
      expect(await wholeDatabase(harness, harness.tenant.tenantId)).toEqual(before)
    },
  )

  it.each(table)('%s by %s is done where it is not forbidden', async (operation, _path, way) => {
    const others = allOperations.filter((each) =>
      way.by === 'standIn' ? each === 'withdraw' || each === 'void' : each !== operation,
    )
    await harness.call(tokenOf(way.by), way.call, inputOf(way, await started(others)))
  })

  it('is not offered, and does not bind who keeps the processes', async () => {
    const { processInstanceId, auditOpinion } = await started(allOperations)
    const detail = (token: string) => harness.call(token, calls.detail, { processInstanceId })
    expect(await detail(people.starter)).toMatchObject({ canVoid: false, canWithdraw: false })
    expect(await detail(people.holder)).toMatchObject({
      returnTargets: [],
      steps: [{ denied: allOperations }],
    })
    const listed = async (token: string, box: 'todo' | 'delegated') =>
      (await harness.call(token, calls.page, { box, size: 500 })).pageList.find(
        (row) => row.processInstanceId === processInstanceId,
      )
    expect(await listed(people.holder, 'todo')).toMatchObject({ denied: allOperations })
    expect(await listed(people.standIn, 'delegated')).toBeUndefined()
    await harness.call(keeper, calls.end, { processInstanceId, auditOpinion })
    expect(await detail(people.starter)).toMatchObject({ status: 'voided' })
  })
})
