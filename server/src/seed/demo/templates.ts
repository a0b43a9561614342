import { sql } from 'kysely'
import type pg from 'pg'
import type { Env } from '../../env.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { addFile, newPath } from '../../modules/files/index.ts'
import { openStorage } from '../../platform/open-storage.ts'

type Sheet = { name: string; remark: string; columns: string[]; rows: string[][] }

const sheets: Sheet[] = [
  {
    name: '组件清洗记录表',
    remark: '每次清洗后由班组填写，月底汇总',
    columns: ['日期', '电站', '方阵编号', '清洗方式', '组件数量（块）', '用水量（吨）', '负责人', '备注'],
    rows: [['2026-05-06', '（示例）银川一期', 'A01-A12', '人工湿洗', '2640', '18', '张工', '']],
  },
  {
    name: '逆变器巡检记录表',
    remark: '日常巡检用，一台一行',
    columns: [
      '日期',
      '电站',
      '逆变器编号',
      '直流侧',
      '交流侧',
      '散热风扇',
      '异常声响',
      '机内温度（℃）',
      '结论',
      '巡检人',
    ],
    rows: [['2026-05-06', '（示例）银川一期', 'INV-03', '正常', '正常', '正常', '无', '46', '合格', '李工']],
  },
  {
    name: '两票登记簿',
    remark: '工作票、操作票按编号登记',
    columns: ['票种', '编号', '工作内容', '签发人', '许可人', '负责人', '开始时间', '结束时间', '是否合格'],
    rows: [],
  },
]

/**
 * Gives demo companies their document templates, whose bytes are in the storage and not in the database. Runs once per
 * company: templates deleted by an administrator do not come back.
 */
export async function ensureDemoTemplates(pool: pg.Pool, env: Env, now = new Date()): Promise<void> {
  const transaction = await Transaction.begin(pool, 'command')
  const { db } = transaction
  try {
    await sql`select pg_advisory_xact_lock(hashtext('heliodesk_demo_templates'))`.execute(db)
    const tenants = await db
      .selectFrom('tenant')
      .select('id')
      .where('demo', '=', true)
      .orderBy('id')
      .execute()
    for (const { id } of tenants) {
      await transaction.enterTenant(id)
      const known = await db.selectFrom('template').select('id').limit(1).executeTakeFirst()
      const keeper = await db
        .selectFrom('app_user')
        .select('id')
        .where(sql<boolean>`app.is_granted(id, 'template:manage')`)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (known || !keeper) continue
      await transaction.actAs(id, keeper.id, null)
      for (const [at, sheet] of sheets.entries())
        await add({ db, env, now: new Date(now.getTime() - (sheets.length - at) * 86_400_000) }, sheet)
    }
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit()
}

async function add(
  ctx: Parameters<typeof addFile>[0],
  { name, remark, columns, rows }: Sheet,
): Promise<void> {
  const content = Buffer.from(`\uFEFF${[columns, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`)
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
  const { id } = await ctx.db
    .insertInto('template')
    .values({ kind: 'template', name, remark, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
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
