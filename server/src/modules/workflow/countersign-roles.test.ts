import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { drawn } from './diagram.fixture.ts'
import { sketch } from './engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  ...crew,
  eastMaster: 'a_east_master',
  shift: 'a_shift',
  safety: 'a_safety',
  keeper: { username: 'signing.keeper', codes: ['workflow:manage'], hasAllData: true },
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id

/** A leave that these sign together: people of a list, and others by role or as heads. */
async function ask(list: string, others: string, inOrder = false) {
  const sign = `<bpmn:userTask id="%id" name="会签" ${others}><bpmn:multiInstanceLoopCharacteristics isSequential="${inOrder}" wf:collection="${list}" /></bpmn:userTask>`
  const xml = drawn(sketch({ sign }, ['start > sign', 'sign > end'], 'leave'))
  await harness.call(people.keeper.token, workflowCalls.deploy, { xml })
  const { processInstanceId } = await askForLeave(harness, people.worker)
  return { processInstanceId }
}

const stepsOf = async (asked: { processInstanceId: string }, token = people.worker) =>
  (await harness.call(token, calls.detail, asked)).steps

async function signAs(token: string, asked: { processInstanceId: string }) {
  const [mine, ...more] = (await stepsOf(asked, token)).filter(({ isMine }) => isMine)
  expect(more).toEqual([])
  await harness.call(token, calls.complete, { ...asked, taskId: mine!.taskId, outcome: 'approve' })
}

it('everybody of several roles who may see the place signs once, beside the list and the heads', async () => {
  const list = `[&quot;${idOf('safety')}&quot;, &quot;${idOf('master')}&quot;]`
  const asked = await ask(list, 'wf:candidateRoles="r10020,r10025,r10030" wf:candidateHeads="starter"')
  const steps = await stepsOf(asked)
  expect(steps.map(({ countersign }) => countersign?.of)).toEqual([4, 4, 4, 4])
  const signers = ['safety', 'master', 'shift', 'colleague'] as const
  const names = steps.flatMap((each) => each.people.map((name) => name.replace('甲公司', '')))
  expect(names.toSorted()).toEqual(signers.toSorted())
  // Nobody decides for their role about what they started, nor about what is elsewhere.
  for (const token of [people.worker, people.eastMaster, people.outsider]) {
    const { pageList } = await harness.call(token, calls.page, { box: 'todo' })
    expect(pageList.filter((row) => row.processInstanceId === asked.processInstanceId)).toEqual([])
  }
  for (const post of signers) await signAs(people[post], asked)
  expect(await harness.call(people.worker, calls.detail, asked)).toMatchObject({ status: 'completed' })
})

it('a role alone signs together, one after the other too', async () => {
  const asked = await ask('[]', 'wf:candidateRoles="r10025,r10040"', true)
  expect(await stepsOf(asked)).toMatchObject([{ countersign: { done: 0, of: 2 } }])
  const [first] = (await stepsOf(asked)).flatMap(({ people: names }) => names)
  const order = first!.includes('shift') ? [people.shift, people.safety] : [people.safety, people.shift]
  for (const token of order) await signAs(token, asked)
  expect(await harness.call(people.worker, calls.detail, asked)).toMatchObject({ status: 'completed' })
})

it('is refused where nobody has the role, and by the check where nobody is named', async () => {
  await expect(ask('[]', 'wf:candidateRoles="r404"')).rejects.toThrow('没有可办理的人')
  await expect(ask('[]', '')).rejects.toThrow('“会签”没有指定办理人')
})
