import type { InstanceState } from '@heliodesk/contract/approvals.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import { oaCalls, oaTitles, type OaKind } from '@heliodesk/contract/oa.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { decide, readInstance } from '../approvals/index.ts'
import { act, complete } from '../workflow/index.ts'
import { addRequest, titleOf } from './requests.ts'
import './first-data.ts'

/** A request that the caller may look at, because of its process. */
async function readRequest(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('oa_request as r')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.applicant_id'),
    )
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.org_code', '=', 'r.dep_code'),
    )
    .select(['r.id', 'r.kind', 'r.title', 'r.form', 'r.created_at', 'r.instance_id', 'r.applicant_id'])
    .select(sql<InstanceState>`r.status`.as('status'))
    .select(['u.realname as applicant', 'd.name as department'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const processInstanceId = present(row.instance_id)
  await readInstance(ctx, processInstanceId)
  return { ...row, processInstanceId }
}

/** Changes a request that came back to its applicant, and sends it on. */
async function amend(ctx: Ctx, { id, taskId, request: asked, opinion }: Input<typeof oaCalls.amend>) {
  const { applicant_id, kind, processInstanceId } = await readRequest(ctx, id)
  if (applicant_id !== ctx.who.userId) throw new DomainError('oa.not_applicant', '只有申请人可以修改')
  if (asked.kind !== kind)
    throw new DomainError('oa.kind', `这是${oaTitles[kind as OaKind]}，不能改为其他类型`)
  // The instance is locked first, as in every other step.
  await act(ctx, processInstanceId, (run, person) =>
    complete(run, taskId, person, { outcome: 'approve', opinion, variables: asked.form }),
  )
  const title = titleOf(asked, ctx.who.realname)
  await ctx.db
    .updateTable('oa_request')
    .set({ title, form: JSON.stringify(asked.form) })
    .where('id', '=', id)
    .execute()
  await ctx.db.updateTable('process_instance').set({ title }).where('id', '=', processInstanceId).execute()
  return {}
}

export const oa = defineModule(oaCalls, {
  apply: (ctx, { request }) => addRequest(ctx, request, ctx.who),
  amend,

  async detail(ctx, input) {
    const { id, kind, title, form, status, created_at, applicant, department, processInstanceId } =
      await readRequest(ctx, input.id)
    return {
      id,
      kind: kind as OaKind,
      title,
      form: form as Record<string, string | number>,
      status,
      applicant,
      department: department ?? '',
      createTime: toWireTime(created_at, ctx.who.timeZone),
      processInstanceId,
    }
  },

  async approve(ctx, { id, ...decision }) {
    await decide(ctx, (await readRequest(ctx, id)).processInstanceId, decision)
    return {}
  },
})
