import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { DomainError, Refusal, type Ctx } from '../../kernel/context.ts'
import { ticketTo } from '../single-sign-on/index.ts'
import { requireReadable } from './views.ts'

type Calls = typeof approvalCalls

/** The forms of the caller's company in its ERP, as the operator lists them. */
async function formsOf({ db, env, who }: Ctx) {
  if (env.ERP_FORMS.length === 0) return []
  const { name } = await db
    .selectFrom('tenant')
    .select('name')
    .where('id', '=', who.tenantId)
    .executeTakeFirstOrThrow()
  return env.ERP_FORMS.filter(({ tenant }) => tenant === name)
}

export async function externalFormOf(
  ctx: Ctx,
  type: string,
): Promise<Output<Calls['detail']>['externalForm']> {
  const form = (await formsOf(ctx)).find(({ businessType }) => businessType === type)
  return form ? { formId: form.formId, ...(form.app !== undefined && { app: form.app }) } : null
}

/** What opens the form of a row in the ERP, for those who may look at a process about the row. */
export async function openExternalForm(
  ctx: Ctx,
  { pkId, formId }: Input<Calls['externalForm']>,
): Promise<Output<Calls['externalForm']> | Refusal> {
  const form = (await formsOf(ctx)).find((each) => each.formId === formId)
  if (!form) throw new DomainError('workflow.no_form', '没有配置该业务表单的地址，请联系管理员')
  await requireReadable(ctx, form.businessType, pkId)
  const issued = await ticketTo(ctx, form.url)
  if (issued instanceof Refusal) return issued
  const { phone } = await ctx.db
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', ctx.who.userId)
    .executeTakeFirstOrThrow()
  const { url, tenantId, ticket } = issued
  return { phone: phone ?? '', accessToken: ticket, tenantId, url }
}
