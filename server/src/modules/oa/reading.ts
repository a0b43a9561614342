import type { InstanceState } from '@heliodesk/contract/approvals.ts'
import type { oaCalls } from '@heliodesk/contract/oa.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { placeNow } from '../../kernel/scope.ts'
import { readInstance } from '../approvals/index.ts'
import { admitReaders, filesBy } from '../files/index.ts'
import { actingName } from '../workflow/index.ts'
import { definitionOf } from './forms.ts'

/** A request that the caller may look at, because of its process. */
export async function readRequest(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('oa_request as r')
    .innerJoin('app_user as u', onKey('u.id', 'r.applicant_id'))
    .leftJoin('department as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'r.tenant_id')
        .on(sql`d.org_code`, '=', placeNow(sql`r.dep_code collate "default"`)),
    )
    .select(['r.id', 'r.kind', 'r.number', 'r.title', 'r.form', 'r.shown', 'r.form_version'])
    .select(['r.created_at', 'r.instance_id', 'r.applicant_id'])
    .select(sql<InstanceState>`r.status`.as('status'))
    .select(['u.realname as applicant', 'd.name as department'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const processInstanceId = present(row.instance_id)
  const instance = await readInstance(ctx, processInstanceId)
  return { ...row, processInstanceId, endTime: instance.endTime }
}

type Detail = Output<typeof oaCalls.detail>

export async function detailOf(ctx: Ctx, id: string): Promise<Detail & { endedAt: Date | null }> {
  const {
    form_version,
    created_at,
    instance_id: _instance,
    applicant_id: _applicant,
    endTime,
    department,
    ...row
  } = await readRequest(ctx, id)
  return {
    ...row,
    version: form_version,
    definition: await definitionOf(ctx.db, row.kind, form_version),
    form: row.form as Record<string, unknown>,
    shown: row.shown as Record<string, string>,
    files: await filesOfRequest(ctx, id),
    department: department ?? '',
    createTime: toWireTime(created_at, ctx.who.timeZone),
    endedAt: endTime,
  }
}

async function filesOfRequest(ctx: Ctx, id: string): Promise<Detail['files']> {
  const ofRequest = ctx.db.selectFrom('oa_request_file').where('request_id', '=', id)
  return Object.fromEntries(
    await filesBy(ctx, ofRequest.select(['field', 'path']).orderBy('place'), ({ field }) => field),
  )
}

admitReaders('request', async (ctx, path) => {
  const owner = await ctx.db
    .selectFrom('oa_request_file as f')
    .innerJoin('oa_request as r', onKey('r.id', 'f.request_id'))
    .select('r.instance_id')
    .where('f.path', '=', path)
    .executeTakeFirst()
  if (!owner?.instance_id) return false
  return readInstance(ctx, owner.instance_id).then(
    () => true,
    () => false,
  )
})

const outcomes = new Map([
  ['return', 'return'],
  ['reject', 'reject'],
] as const)

/** The step of a request that came back to its applicant. */
const AMEND = 'amend'

/** The request with everybody who signed it, in order. */
export async function printOf(ctx: Ctx, id: string): Promise<Output<typeof oaCalls.print>> {
  const { endedAt, ...request } = await detailOf(ctx, id)
  const { db, who } = ctx
  const { name: company } = await db
    .selectFrom('tenant')
    .select('name')
    .where('id', '=', who.tenantId)
    .executeTakeFirstOrThrow(notFound)
  const rows = await db
    .selectFrom('process_event as e')
    .innerJoin('process_task as t', (join) =>
      onKey('t.instance_id', 'e.instance_id')(join).onRef('t.id', '=', 'e.task_id'),
    )
    .innerJoin('app_user as u', onKey('u.id', 'e.actor_id'))
    .leftJoin('app_user as absent', onKey('absent.id', 'e.behalf_id'))
    .select(['t.name as step', 't.node', 'e.kind', 'e.outcome', 'e.opinion', 'e.at'])
    .select(actingName('u', 'absent').$castTo<string>().as('person'))
    .where('e.instance_id', '=', request.processInstanceId)
    .where('e.kind', 'in', ['complete', 'return'])
    .orderBy('e.seq')
    .execute()
  const signatures = rows.map(({ step, node, person, kind, outcome, opinion, at }) => ({
    step,
    person,
    outcome:
      outcomes.get(kind as 'return') ??
      (node === AMEND ? ('submit' as const) : (outcomes.get(outcome as 'reject') ?? ('approve' as const))),
    opinion: opinion ?? '',
    time: toWireTime(at, who.timeZone),
  }))
  const submitted = {
    step: '提交',
    person: request.applicant,
    outcome: 'submit' as const,
    opinion: '',
    time: request.createTime,
  }
  return {
    company,
    request,
    endTime: endedAt && toWireTime(endedAt, who.timeZone),
    signatures: [submitted, ...signatures],
  }
}
