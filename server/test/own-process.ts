import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { drawn } from '../src/modules/workflow/diagram.fixture.ts'
import { sketch } from '../src/modules/workflow/engine/process.fixture.ts'
import type { Harness } from './harness.ts'
import { signInAdministrator } from './hire.ts'

let made = 0

/** Starts a process of the company's own with a form of the company's own. */
export async function startOwnProcess(
  harness: Harness,
  starter: string,
  nodes: Record<string, string>,
  flows: readonly string[],
) {
  const admin = await signInAdministrator(harness, harness.tenant)
  made += 1
  const key = `own_process${made}`
  const letters = [made / 26, made % 26].map((at) => String.fromCharCode(65 + at))
  const named = { key, name: '用车', prefix: `OP${letters.join('')}` }
  const { id, version } = await harness.call(admin, oaFormCalls.add, { ...named, process: 'head' })
  const fields = [{ kind: 'text', key: 'place', label: '目的地', max: 50 }]
  const definition = { name: '用车', title: '{applicant}用车', fields } as never
  const saved = await harness.call(admin, oaFormCalls.edit, { id, version, definition })
  await harness.call(admin, oaFormCalls.publish, { id, version: saved.version, note: '' })
  await harness.call(admin, workflowCalls.deploy, { xml: drawn(sketch(nodes, flows, key)) })
  return harness.call(starter, oaCalls.apply, { request: { kind: key, form: { place: '红柳沟' } } })
}

/** The open step of an instance that waits for somebody. */
export async function taskOf(harness: Harness, token: string, processInstanceId: string) {
  const { steps } = await harness.call(token, approvalCalls.detail, { processInstanceId })
  return { processInstanceId, taskId: steps.find(({ isMine }) => isMine)!.taskId }
}
