import { Readable } from 'node:stream'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { defineModule, FileAnswer, notFound } from '../../kernel/context.ts'
import { checkFile, compiledOf, definitionOf, deploy, listDefinitions, nextVersion } from './definitions.ts'
import { drawDiagram } from './diagram.ts'
import { timer } from './instances/steps.ts'
import './first-data.ts'

export { registerBusiness, businessOf, businessTitles, type StepCtx } from './instances/business.ts'
export { compiledById } from './definitions.ts'
export { drawDiagram, type Progress } from './diagram.ts'
export { giveBack, isUntouched, returnTargets } from './engine/returning.ts'
export { Run } from './engine/run.ts'
export { addSigner, claim, complete, transfer, type Person } from './engine/signing.ts'
export { peekInstance } from './instances/store.ts'
export { delegations, isDelegatedTask, isInForce, isTaskOf } from './instances/delegates.ts'
export { addNotes, type Note } from './instances/notes.ts'
export { requireColleague } from './instances/people.ts'
export { act, startProcess } from './instances/steps.ts'

/** A picture as the specification answers it. */
export const asImage = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

export const workflow = defineModule(
  workflowCalls,
  {
    definitions: (ctx) => listDefinitions(ctx),

    async check(ctx, { xml }) {
      const { refusals, process } = await checkFile(xml)
      const nothing = { key: '', name: '', version: 0, diagram: '' }
      if (!process) return { refusals: [...refusals], ...nothing }
      const { key, name } = process.process
      const version = (await nextVersion(ctx.db, key, xml)) ?? 0
      return { refusals: [], key, name, version, diagram: asImage(drawDiagram(process)) }
    },

    async deploy(ctx, { xml }) {
      return definitionOf(ctx, await deploy(ctx.db, xml, ctx.now))
    },

    async setActive(ctx, { id, active }) {
      const { key } = await ctx.db
        .updateTable('process_definition')
        .set({ active })
        .where('id', '=', id)
        .returning('key')
        .executeTakeFirstOrThrow(notFound)
      return definitionOf(ctx, key)
    },

    async file(ctx, { id }) {
      const { key, version, xml } = await ctx.db
        .selectFrom('process_definition')
        .select(['key', 'version', 'xml'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(notFound)
      const content = Buffer.from(xml)
      return new FileAnswer({
        name: `${key}-v${version}.bpmn`,
        mediaType: 'application/xml',
        size: content.length,
        open: async () => Readable.from([content]),
      })
    },

    initialDiagram: async (ctx, { processDefinitionKey, definitionVersion }) =>
      asImage(drawDiagram(await compiledOf(ctx.db, processDefinitionKey, definitionVersion))),
  },
  [],
  [timer],
)
