import type { Input } from '@heliodesk/contract/call.ts'
import { leaveKinds, oaTitles, type oaCalls } from '@heliodesk/contract/oa.ts'
import type { Who } from '../../kernel/context.ts'
import { registerBusiness, startProcess, type StepCtx } from '../workflow/index.ts'

for (const [kind, title] of Object.entries(oaTitles))
  registerBusiness(kind, {
    title,
    alone: ({ node }) => (node === 'amend' ? '需修改申请后重新提交' : null),
    async moved({ db }, { businessId, instanceId, status }) {
      await db
        .updateTable('oa_request')
        .set({ status, instance_id: instanceId })
        .where('id', '=', businessId)
        .execute()
    },
  })

export type Asked = Input<typeof oaCalls.apply>['request']

/** What lists call a request. */
export function titleOf(asked: Asked, applicant: string): string {
  if (asked.kind === 'leave')
    return `${applicant}${leaveKinds[asked.form.kind]} ${asked.form.days} 天（${asked.form.from} 起）`
  return `${asked.form.subject}，${asked.form.amount.toFixed(2)} 元`
}

/** Adds a request, and lets a process decide about it. */
export async function addRequest(
  ctx: StepCtx,
  asked: Asked,
  applicant: Pick<Who, 'userId' | 'realname' | 'orgCode'>,
): Promise<{ id: string; processInstanceId: string }> {
  const title = titleOf(asked, applicant.realname)
  const { id } = await ctx.db
    .insertInto('oa_request')
    .values({
      kind: asked.kind,
      title,
      form: JSON.stringify(asked.form),
      applicant_id: applicant.userId,
      dep_code: applicant.orgCode,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const processInstanceId = await startProcess(ctx, {
    key: asked.kind,
    businessType: asked.kind,
    businessId: id,
    title,
    depCode: applicant.orgCode,
    psaId: null,
    starter: applicant.userId,
    variables: asked.form,
  })
  return { id, processInstanceId }
}
