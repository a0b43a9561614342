import type { FormValues } from '@heliodesk/contract/form-values.ts'
import { sql } from 'kysely'
import type { Ctx, Who } from '../../kernel/context.ts'
import type { Viewer } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { keepFiles, releaseFile } from '../files/index.ts'
import { registerForms, startProcess, type StepCtx } from '../workflow/index.ts'
import { fill, variablesOf, type Filled } from './filled.ts'
import { fieldsInUse, startableForm, type Form } from './forms.ts'

registerForms({
  title: '申请',
  inUse: fieldsInUse,
  alone: ({ node }) => (node === 'amend' ? '需修改申请后重新提交' : null),
  async moved({ db }, { businessId, instanceId, status }) {
    await db
      .updateTable('oa_request')
      .set({ status, instance_id: instanceId })
      .where('id', '=', businessId)
      .execute()
  },
})

type Applicant = Viewer & Pick<Who, 'realname' | 'timeZone'>
export type Applying = StepCtx & { who: Applicant }
export type Asked = { kind: string; form: FormValues; formVersion?: number | undefined }

/** Adds a request, and lets a process decide about it. */
export async function addRequest(ctx: Applying, { kind, form: given, formVersion }: Asked) {
  const { db, now, who } = ctx
  const form = await startableForm(db, kind, who, formVersion)
  const filled = await fill(db, form.definition, given, who)
  const { title } = filled
  const { id, number } = await insertRequest(ctx, form, filled)
  await attach(ctx, id, filled)
  const processInstanceId = await startProcess(
    { db, now },
    {
      key: kind,
      businessType: kind,
      businessId: id,
      title,
      depCode: who.orgCode,
      psaId: null,
      starter: who.userId,
      variables: variablesOf(form.definition, filled),
    },
  )
  return { id, processInstanceId, number }
}

/**
 * The counter's row is updated by the statement that inserts the request, and stays locked until commit: numbers have
 * no gaps, and a failed request returns its number.
 */
async function insertRequest(
  { db, now, who }: Applying,
  { key, prefix, version }: Form,
  { title, values, shown }: Filled,
) {
  const day = toWireDay(now, who.timeZone)
  const { rows } = await sql<{ id: string; number: string }>`
    with counter as (
      insert into oa_request_counter (form_key, day, last) values (${key}, ${day}, 1)
      on conflict (tenant_id, form_key, day) do update set last = oa_request_counter.last + 1 returning last
    )
    insert into oa_request (kind, form_version, number, title, form, shown, applicant_id, dep_code, created_at)
    select ${key}, ${version}::int, ${`${prefix}${day.replaceAll('-', '')}-`} || lpad(last::text, greatest(3, length(last::text)), '0'),
      ${title}, ${JSON.stringify(values)}::jsonb, ${JSON.stringify(shown)}::jsonb, ${who.userId}::bigint,
      ${who.orgCode}, ${now}::timestamptz
    from counter returning id, number`.execute(db)
  return one(rows)
}

/** Keeps the files of a request, and lets go of those that it no longer has. */
export async function attach(
  ctx: Pick<Ctx, 'db' | 'now'> & { who: Pick<Who, 'userId'> },
  requestId: string,
  { files }: Filled,
): Promise<void> {
  const before = await ctx.db
    .selectFrom('oa_request_file')
    .select('path')
    .where('request_id', '=', requestId)
    .execute()
  const present = before.map(({ path }) => path)
  const wanted = [...files].flatMap(([, paths]) => paths)
  if (present.length === 0 && wanted.length === 0) return
  await ctx.db.deleteFrom('oa_request_file').where('request_id', '=', requestId).execute()
  for (const path of present) if (!wanted.includes(path)) await releaseFile(ctx, path)
  for (const [field, paths] of files) {
    const kept = await keepFiles(ctx, paths, 'request', { max: paths.length, present })
    if (kept.length > 0)
      await ctx.db
        .insertInto('oa_request_file')
        .values(kept.map((path, place) => ({ request_id: requestId, field, place, path })))
        .execute()
  }
}
