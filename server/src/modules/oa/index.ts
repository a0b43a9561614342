import type { Input } from '@heliodesk/contract/call.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { defineModule, DomainError, type Ctx } from '../../kernel/context.ts'
import { decide } from '../approvals/index.ts'
import { act, complete } from '../workflow/index.ts'
import {
  addForm,
  discardDraft,
  editForm,
  getForm,
  listForms,
  publishForm,
  setFormActive,
} from './designing.ts'
import { fill, variablesOf } from './filled.ts'
import { definitionOf, listStartable } from './forms.ts'
import { detailOf, printOf, readRequest } from './reading.ts'
import { addRequest, attach } from './requests.ts'
import './first-data.ts'

export { fillFields, fillWhatFits } from './filled.ts'

/** Changes a request that came back to its applicant, and sends it on. It keeps the version of its form. */
async function amend(ctx: Ctx, { id, taskId, request: asked, opinion }: Input<typeof oaCalls.amend>) {
  const { applicant_id, kind, form_version, processInstanceId } = await readRequest(ctx, id)
  if (applicant_id !== ctx.who.userId) throw new DomainError('oa.not_applicant', '只有申请人可以修改')
  const definition = await definitionOf(ctx.db, kind, form_version)
  if (asked.kind !== kind) throw new DomainError('oa.kind', `这是${definition.name}，不能改为其他类型`)
  const filled = await fill(ctx.db, definition, asked.form, ctx.who)
  const { title, values, shown } = filled
  // The instance is locked first, as in every other step.
  await act(ctx, processInstanceId, (run, person) =>
    complete(run, taskId, person, {
      outcome: 'approve',
      opinion,
      variables: variablesOf(definition, filled),
    }),
  )
  await ctx.db
    .updateTable('oa_request')
    .set({ title, form: JSON.stringify(values), shown: JSON.stringify(shown) })
    .where('id', '=', id)
    .execute()
  await ctx.db.updateTable('process_instance').set({ title }).where('id', '=', processInstanceId).execute()
  await attach(ctx, id, filled)
  return {}
}

export const oa = defineModule(oaCalls, {
  forms: ({ db, who }) => listStartable(db, who),
  apply: (ctx, { request }) => addRequest(ctx, request),
  amend,

  async detail(ctx, { id }) {
    const { endedAt: _ended, ...request } = await detailOf(ctx, id)
    return request
  },

  print: (ctx, { id }) => printOf(ctx, id),

  async approve(ctx, { id, ...decision }) {
    await decide(ctx, (await readRequest(ctx, id)).processInstanceId, decision)
    return {}
  },
})

/** The forms themselves, for who keeps them. */
export const oaForms = defineModule(oaFormCalls, {
  list: listForms,
  detail: (ctx, { id }) => getForm(ctx, id),
  add: addForm,
  edit: editForm,
  discard: discardDraft,
  publish: publishForm,
  setActive: setFormActive,
})
