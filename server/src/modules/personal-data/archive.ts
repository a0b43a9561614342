import { BYTE_ORDER_MARK, csvLine } from '@heliodesk/contract/csv.ts'
import { masked } from '@heliodesk/contract/data-columns.ts'
import { own } from '@heliodesk/contract/own.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import yazl from 'yazl'
import type { Who } from '../../kernel/context.ts'
import { inPortions } from '../../kernel/cursor.ts'
import type { ArchiveCtx, MadeArchive } from '../../kernel/export-kind.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { MissingBytes } from '../../platform/storage.ts'
import type { User } from '../users/index.ts'
import { subjectsOf } from './subjects.ts'

type File = {
  name: string
  purpose: string
  size: string
  sha256: string
  at: Date
  blob: string
  entry: string
}
type Subject = ReturnType<typeof subjectsOf>[number]

/** Files that hold data of other people, or letters that only their readers open. */
const NOT_THEIRS = ['export', 'archive', 'mail', 'feedback']
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]/gu

async function uploadsOf({ db }: ArchiveCtx, personId: string): Promise<File[]> {
  const { rows } = await sql<Omit<File, 'entry'>>`
    select f.file_name as name, f.purpose, f.size, encode(f.sha256, 'hex') as sha256, f.created_at as at, f.blob_path as blob
    from stored_file f where f.created_by = ${personId}::bigint and f.purpose <> all(${NOT_THEIRS}::text[])
    order by f.created_at, f.path`.execute(db)
  return rows.map((row, at) => ({
    ...row,
    entry: `附件/${String(at + 1).padStart(4, '0')}_${row.name.replaceAll(NOT_IN_NAMES, '_')}`,
  }))
}

function phoneFor({ narrowing }: Who, phone: string | null): string | null {
  const effect = narrowing?.columns.phone
  return phone === null || effect === 'hide' ? null : effect === 'mask' ? masked(phone) : phone
}

/** What the person's own record says. */
const profileOf = (who: Who, user: User) => [
  ['账号', user.username],
  ['姓名', user.realname],
  ['手机号', phoneFor(who, user.phone)],
  ['工号', user.workNo],
  ['部门', user.depName],
  ['数据范围', user.hasAllData === '1' ? '全部' : '本部门'],
  ['关联项目', user.relPsas.map(({ name }) => name).join('、')],
  ['状态', user.status === '1' ? '正常' : '停用'],
  ['创建时间', user.createTime],
]

/**
 * A ZIP archive of what is kept about a person: a CSV file for each subject, the bytes of what the person uploaded, and a
 * manifest. Who sees only a part of the company's data gets the list of the files without their bytes.
 */
export async function archiveOf(ctx: ArchiveCtx, user: User, reason: string): Promise<MadeArchive> {
  const { db, who, env, now, signal } = ctx
  const whole = who.hasAllData && who.narrowing === null
  const files = await uploadsOf(ctx, user.id)
  const counts = new Map<string, number>()
  const faults: { entry: string; fault: string }[] = []

  async function* rowsOf({ title, columns, from, words = {} }: Subject, at: number) {
    const titles = Object.keys(columns)
    yield BYTE_ORDER_MARK + csvLine(titles)
    const selected = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.id(name)}`)
    const statement = sql<Record<string, string | null>>`select ${sql.join(selected)} ${from}`
    let count = 0
    for await (const rows of inPortions(db, `person_${at}`, statement)) {
      signal.throwIfAborted()
      count += rows.length
      const said = (name: string, value: string | null) =>
        value === null ? null : (own(own(words, name) ?? {}, value) ?? value)
      yield rows.map((row) => csvLine(titles.map((name) => said(name, own(row, name) ?? null)))).join('')
    }
    counts.set(title, count)
  }

  async function* listed() {
    yield BYTE_ORDER_MARK + csvLine(['文件名', '用途', '大小', '上传时间', 'SHA-256', '压缩包内'])
    for (const { name, purpose, size, at, sha256, entry } of files)
      yield csvLine([name, purpose, Number(size), toWireTime(at, who.timeZone), sha256, whole ? entry : null])
  }

  async function* bytesOf({ blob, sha256, entry }: File): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    try {
      for await (const chunk of await openStorage(env).read(blob)) {
        signal.throwIfAborted()
        hash.update(chunk as Buffer)
        yield chunk as Buffer
      }
      if (hash.digest('hex') !== sha256) faults.push({ entry, fault: '内容与校验值不符' })
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error
      faults.push({ entry, fault: '文件内容已不存在' })
    }
  }

  async function* manifest() {
    yield JSON.stringify(
      {
        对象: `${user.realname}（${user.username}）`,
        导出人: `${who.realname}（${who.username}）`,
        导出时间: toWireTime(now, who.timeZone),
        原因: reason,
        范围: whole ? '全部' : '仅导出人数据范围内的工单和两票，附件只列清单',
        行数: Object.fromEntries(counts),
        附件: files.length,
        缺损: faults,
      },
      null,
      2,
    )
  }

  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  // The archive requests its entries one after the other and does not forward their errors.
  const add = (from: AsyncGenerator<Buffer | string>, entry: string, compress = true) =>
    zip.addReadStream(
      Readable.from(from, { objectMode: false }).once('error', (error) => content.destroy(error)),
      entry,
      { compress },
    )
  const profile = [['项目', '内容'], ...profileOf(who, user)]
  zip.addBuffer(Buffer.from(BYTE_ORDER_MARK + profile.map(csvLine).join('')), '个人资料.csv')
  for (const [at, subject] of subjectsOf(who, user.id).entries())
    add(rowsOf(subject, at), `${subject.title}.csv`)
  add(listed(), '附件清单.csv')
  if (whole) for (const file of files) add(bytesOf(file), file.entry, false)
  add(manifest(), '说明.json')
  zip.end()
  const rowCount = () => [...counts.values()].reduce((sum, each) => sum + each, 1 + files.length)
  return { content, rowCount }
}
