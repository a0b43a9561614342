import { sql } from 'kysely'
import { z } from 'zod'
import { DAY } from '../../kernel/first-data/calendar.ts'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoFiles } from '../../kernel/first-data/offer.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { addFile, newPath } from '../files/index.ts'

const sheet = z.strictObject({
  name: z.string(),
  remark: z.string(),
  /** Of the CSV file. */
  lines: z.array(z.string()),
})

/** Adds templates to a company that has none; those that an administrator deletes do not come back. */
async function addTemplates({ db, env, now, actAs }: DemoFiles): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user where app.is_granted(id, 'template:manage') and not exists (select from template)
    order by id limit 1`.execute(db)
  const [keeper] = rows
  if (!keeper) return
  await actAs(keeper.id)
  const sheets = readJson(new URL('./first-data/templates.json', import.meta.url), z.array(sheet))
  for (const [at, each] of sheets.entries())
    await addTemplate({ db, env, now: new Date(now.getTime() - (sheets.length - at) * DAY) }, each)
}

async function addTemplate(
  ctx: Parameters<typeof addFile>[0],
  { name, remark, lines }: z.output<typeof sheet>,
): Promise<void> {
  const content = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
  const path = newPath('csv')
  const written = await openStorage(ctx.env).write(path, content)
  const fileName = `${name}.csv`
  await addFile(ctx, {
    purpose: 'template',
    name: fileName,
    mediaType: 'text/csv',
    path,
    ...written,
    kept: true,
  })
  const id = await insertRow(ctx.db, 'template', { kind: 'template', name, remark, updated_at: ctx.now })
  await ctx.db
    .insertInto('template_version')
    .values({
      template_id: id,
      version: 1,
      file_path: path,
      file_name: fileName,
      size: String(written.size),
      created_at: ctx.now,
    })
    .execute()
}

offerFirstData('templates', { demoFiles: addTemplates })
