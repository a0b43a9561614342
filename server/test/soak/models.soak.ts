import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { expectWithoutLoss, refusalsOf } from '../../src/modules/workflow/engine/interchange.fixture.ts'
import { useHarness } from '../harness.ts'
import { signInAdministrator } from '../hire.ts'

// The reference models of the BPMN Model Interchange Working Group, or any others, in the folder HELIODESK_BPMN_MODELS.

const folder = process.env.HELIODESK_BPMN_MODELS
if (!folder) throw new Error('HELIODESK_BPMN_MODELS must name the folder with the models (*.bpmn)')

const models = readdirSync(folder)
  .filter((name) => name.endsWith('.bpmn'))
  .toSorted()
  .map((name) => ({ name, xml: readFileSync(join(folder, name), 'utf8') }))

/** Elements of models that BPMN 2.0 does not have. */
const unknown = new Map([['A.1.2.bpmn', ['serviceInputRef', 'sendResultOperationRef']]])
/** Later editions of a model no longer have them. */
const unknownIn = (name: string, xml: string) =>
  (unknown.get(name) ?? []).filter((each) => xml.includes(`${each}>`))

const harness = useHarness()
const outcomes: string[] = []
afterAll(() => {
  process.stdout.write(`${outcomes.join('\n')}\n`)
})

describe.each(models)('the model $name', ({ name, xml }) => {
  it('is read without loss', () => expectWithoutLoss(xml, unknownIn(name, xml)))

  it('runs or is refused by name, and can be designed unless it is about several processes', async () => {
    const refusals = await refusalsOf(xml)
    const admin = await signInAdministrator(harness, harness.tenant)
    const checked = await harness.call(admin, workflowCalls.check, { xml })
    expect(checked.refusals).toEqual(refusals ?? [])
    const key = `model_${name.replaceAll(/\W/g, '_').toLowerCase()}`
    const begun = { key, name, xml }
    const executable = [...xml.matchAll(/<(?:[\w-]+:)?process [^>]*isExecutable="true"/g)].length
    const processes = [...xml.matchAll(/<(?:[\w-]+:)?process /g)].length
    if ((executable || processes) === 1) {
      const { unread } = await harness.call(admin, workflowCalls.addProcess, begun)
      expect(unread).toHaveLength(unknownIn(name, xml).length)
      const { xml: stored } = await harness.call(admin, workflowCalls.design, { key })
      await expectWithoutLoss(stored)
    } else
      expect((await harness.refused(admin, workflowCalls.addProcess, begun)).message).toContain(
        '须有且只有一个可执行的流程',
      )
    outcomes.push(`${name}: ${refusals ? `refused for ${refusals.length} reasons` : 'runs'}`)
  })
})
