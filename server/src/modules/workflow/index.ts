import { Readable } from 'node:stream'
import { decoded } from '@heliodesk/contract/process-file.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { defineModule, FileAnswer, notFound } from '../../kernel/context.ts'
import { checkFile, compiledOf, definitionOf, deploy, listDefinitions, nextVersion } from './definitions.ts'
import { compareProcesses } from './compare.ts'
import { designChoices } from './design-choices.ts'
import { asImage, drawDiagram } from './diagram.ts'
import {
  addProcess,
  beginDraft,
  designOf,
  discardDraft,
  listDrafts,
  publishDraft,
  saveDraft,
} from './drafts.ts'
import { tryExpression } from './try-expression.ts'
import { lint } from './lint.ts'
import { service, timer } from './instances/moving.ts'
import { rehearse, rolesToGive } from './rehearsal.ts'
import './first-data.ts'

export {
  registerBusiness,
  registerForms,
  registerRule,
  typesWithOwnCalls,
  businessOf,
  businessTitles,
  isNextInRow,
  seesRow,
  isForm,
  type Moved,
  type Reached,
  type StepCtx,
} from './instances/business.ts'
export { compiledById, compiledOf, currentOf, deploy, newestFitOf, type Known } from './definitions.ts'
export { processesNaming } from './departments-named.ts'
export { asImage, drawDiagram, type Progress } from './diagram.ts'
export { linesOfNotes } from './diagram-notes.ts'
export type { Note as DiagramNote } from './diagram-notes.ts'
export { requireAllowedNow } from './engine/denying.ts'
export { reassign, sendBack, skipService } from './engine/administering.ts'
export type { Refusal } from './engine/file.ts'
export { migrate, misfitsOf, unmatchedOf, type OpenTimer, type Versions } from './engine/migrating.ts'
export type { Process, Node as ProcessNode } from './engine/process.ts'
export { WorkflowError, type EventKind, type Happened, type Signer, type State } from './engine/state.ts'
export { Past, type Mark } from './past.ts'
export { giveBack, returnTargets } from './engine/returning.ts'
export { Run } from './engine/run.ts'
export { addSigner, claim, complete, staff, staffAnew, transfer, type Person } from './engine/signing.ts'
export { isUntouched, peekInstance } from './instances/store.ts'
export {
  actingName,
  delegations,
  isDelegatedTask,
  isInForce,
  isTaskOf,
  mayBeDelegated,
  rightsOf,
} from './instances/delegates.ts'
export { addGrown, type Adopted, type GrownInstance, type GrownTask } from './instances/grow.ts'
export { addNotes, type Note } from './instances/notes.ts'
export { requireColleague } from './instances/people.ts'
export { service, timer } from './instances/moving.ts'
export { act, administer, planStart, planStep, startProcess, type Planned } from './instances/steps.ts'

export const workflow = defineModule(
  workflowCalls,
  {
    definitions: (ctx) => listDefinitions(ctx),

    async check(ctx, { xml: sent }) {
      const xml = decoded(sent)
      const { refusals, process } = await checkFile(xml)
      const nothing = { key: '', name: '', version: 0, diagram: '' }
      if (!process) return { refusals: [...refusals], ...nothing }
      const { key, name } = process.process
      const version = (await nextVersion(ctx.db, key, xml)) ?? 0
      return { refusals: [], key, name, version, diagram: asImage(drawDiagram(process)) }
    },

    rehearse,

    roles: rolesToGive,

    async deploy(ctx, { xml }) {
      return definitionOf(ctx, await deploy(ctx.db, decoded(xml), ctx.now))
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

    drafts: listDrafts,
    design: (ctx, { key }) => designOf(ctx, key),
    addProcess,
    beginDraft: (ctx, { key, xml }) => beginDraft(ctx, key, xml),
    saveDraft,
    async discardDraft(ctx, input) {
      await discardDraft(ctx, input)
      return {}
    },
    publishDraft,
    lint: (ctx, { key, xml }) => lint(ctx.db, key, xml),
    compare: compareProcesses,
    tryExpression: async (_ctx, input) => tryExpression(input),
    designChoices,
  },
  [],
  [timer, service],
)
