import { workflowCalls as calls } from '@heliodesk/contract/workflow.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  keeper: { username: 'shipped.keeper', codes: ['workflow:manage'], hasAllData: true },
})
const FOLDER = new URL('first-data/', import.meta.url)
const fileOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

const SITE = ['工作许可', '负责人确认开工', '工作与工作终结', '工作票终结']
const WORK = ['工作票签发', '值班负责人接票', ...SITE]
/** With the steps on their usual way. */
const usual: [string, string[]][] = [
  ['inspection-plan', ['计划审核']],
  ['first-work-ticket', WORK],
  ['second-work-ticket', WORK],
  ['live-work-ticket', WORK],
  ['low-voltage-ticket', WORK],
  ['first-hot-work-ticket', ['工作票签发', '消防安监审核', '厂级批准', ...SITE]],
  ['second-hot-work-ticket', ['工作票签发', '消防安监审核', ...SITE]],
  ['emergency-slip', SITE],
  ['operation-ticket', ['监护人审核', '值班负责人批准', '模拟预演', '唱票复诵与操作', '汇报归档']],
]

it('every company has the processes of the product', async () => {
  const definitions = await harness.call(people.keeper.token, calls.definitions, {})
  const shipped = readdirSync(FOLDER).map((file) => file.replace('.bpmn', '').replaceAll('-', '_'))
  expect(definitions.map(({ key }) => key)).toEqual(expect.arrayContaining(shipped))
  for (const [asked] of usual) expect(shipped).toContain(asked.replaceAll('-', '_'))
})

describe.each(usual)('%s', (name, steps) => {
  const xml = fileOf(`${name}.bpmn`)

  it('has no findings', async () => {
    const key = name.replaceAll('-', '_')
    expect(await harness.call(people.keeper.token, calls.lint, { key, xml })).toEqual([])
  })

  it('comes to its end when everybody agrees', async () => {
    const starterId = harness.tenant.users['a_worker']!.id
    const rehearsal = await harness.call(people.keeper.token, calls.rehearse, { xml, starterId, values: {} })
    expect(rehearsal).toMatchObject({ ended: true, problem: null })
    expect(rehearsal.path.filter(({ kind }) => kind === 'step').map(({ name: step }) => step)).toEqual(steps)
  })
})
