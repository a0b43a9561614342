import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { InquiryBox, inquiryCalls, InquiryKind, InquiryState } from '@heliodesk/contract/inquiries.ts'
import { sql, type SqlBool } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { allOf, mentionsWord, wordsOf } from '../../kernel/conditions.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { filesBy, type StoredFile } from '../files/index.ts'
import {
  answeredBoxes,
  officesOf,
  requireMailbox,
  requireOffice,
  visibleInquiries,
  type Offices,
} from './offices.ts'

type Row = Output<(typeof inquiryCalls)['list']>['records'][number]
export type Inquiry = Output<(typeof inquiryCalls)['detail']>

const inquiries = (ctx: Ctx) =>
  ctx.db
    .selectFrom('inquiry as q')
    .innerJoin('app_user as u', onKey('u.id', 'q.sender_id'))
    .leftJoin('inquiry_read as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'q.tenant_id')
        .onRef('r.inquiry_id', '=', 'q.id')
        .on('r.user_id', '=', ctx.who.userId),
    )

const listed = (ctx: Ctx, matches: ReturnType<typeof inquiries>) =>
  matches
    .select([
      'q.id',
      'q.title',
      'q.content',
      'q.phone',
      'q.sender_id',
      'q.version',
      'u.realname as senderName',
    ])
    .select(['q.created_at as createTime', 'q.updated_at as updateTime'])
    .select([
      sql<InquiryBox>`q.box`.as('box'),
      sql<InquiryKind | null>`q.kind`.as('kind'),
      sql<InquiryState>`q.state`.as('state'),
      unread(ctx).as('unread'),
      sql<number>`(select count(*)::int from inquiry_message m
        where m.tenant_id = q.tenant_id and m.inquiry_id = q.id)`.as('replyCount'),
      sql<number>`(select count(*)::int from inquiry_file f
        where f.tenant_id = q.tenant_id and f.inquiry_id = q.id)`.as('fileCount'),
    ])

/** The other side's last message is newer than what the current user has seen. */
const unread = ({ who }: Ctx) => sql<boolean>`
  case when q.sender_id = ${who.userId} then q.answered_version else q.sent_version end > coalesce(r.version, 0)`

type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const toRow = ({ who }: Ctx, { sender_id, phone: _phone, ...row }: Listed): Row => ({
  ...withWireTimes(row, who.timeZone),
  own: sender_id === who.userId,
})

type ListInput = Input<(typeof inquiryCalls)['list']>

/** Latest activity first; for an office, inquiries that wait for an answer come before all others. */
export async function listInquiries(ctx: Ctx, { box, side, state, kind, keyword, ...wanted }: ListInput) {
  const offices = await officesOf(ctx)
  if (side === 'office') requireOffice(ctx, offices, box)
  else if (box === 'mail') requireMailbox(offices)
  const matches = allOf(
    sql`q.box = ${box}`,
    ...wordsOf(keyword ?? '').map(mentionsInquiry),
    side === 'own' && sql`q.sender_id = ${ctx.who.userId}`,
    state && sql`q.state = ${state}`,
    kind && sql`q.kind = ${kind}`,
  )
  const { pageNo, pageSize } = wanted
  const officeFirst = side === 'office' ? sql`q.state = 'waiting' desc,` : sql``
  // All words are read once, for the page and the total.
  const { rows: found } = await sql<{ ids: string[]; total: number }>`
    with matching as materialized (select q.id, q.state, q.updated_at from inquiry q where ${matches})
    select array(select q.id from matching q order by ${officeFirst} q.updated_at desc, q.id desc
      limit ${pageSize} offset ${(pageNo - 1) * pageSize}) as ids, count(*)::int as total from matching`.execute(
    ctx.db,
  )
  const { ids, total } = one(found)
  const rows = await listed(ctx, inquiries(ctx))
    .where(sql<SqlBool>`q.id = any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toRow(ctx, row)]))
  return pagesOf(
    ids.flatMap((id) => byId.get(id) ?? []),
    total,
    wanted,
  )
}

/** Whether an inquiry `q` contains a word, or its sender's name does, or sounds like it. Names are compared once each. */
const mentionsInquiry = (word: string) => sql<SqlBool>`(
  ${mentionsWord(sql`concat_ws(' ', q.title, q.content)`, word)}
  or q.sender_id = any(array(select u.id from app_user u where ${mentionsWord(sql`u.realname`, word, ['u'])})))`

export async function getInquiry(ctx: Ctx, id: string, offices?: Offices): Promise<Inquiry> {
  const known = offices ?? (await officesOf(ctx))
  const row = await listed(ctx, inquiries(ctx))
    .where('q.id', '=', id)
    .where(visibleInquiries(ctx, known, 'q'))
    .executeTakeFirstOrThrow(notFound)
  const messages = await ctx.db
    .selectFrom('inquiry_message as m')
    .innerJoin('app_user as u', onKey('u.id', 'm.author_id'))
    .select(['m.id', 'm.author_id', 'm.from_office as fromOffice', 'm.content', 'm.created_at as time'])
    .select('u.realname as authorName')
    .where('m.inquiry_id', '=', id)
    .orderBy('m.id')
    .execute()
  const filesBeside = await filesByMessage(ctx, id)
  return {
    ...toRow(ctx, row),
    phone: row.phone ?? '',
    files: filesBeside(null),
    messages: messages.map(({ author_id, ...message }) => ({
      ...withWireTimes(message, ctx.who.timeZone),
      own: author_id === ctx.who.userId,
      files: filesBeside(message.id),
    })),
    office: known.answers[row.box],
  }
}

async function filesByMessage(ctx: Ctx, id: string): Promise<(messageId: string | null) => StoredFile[]> {
  const ofInquiry = ctx.db.selectFrom('inquiry_file').where('inquiry_id', '=', id)
  const byMessage = await filesBy(
    ctx,
    ofInquiry.select(['path', 'message_id']).orderBy('position'),
    (row) => row.message_id,
  )
  return (messageId) => byMessage.get(messageId) ?? []
}

/** Whether the current user may read a file because it belongs to an inquiry visible to them. */
export async function mayReadFile(ctx: Ctx, path: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('inquiry_file as f')
    .innerJoin('inquiry as q', onKey('q.id', 'f.inquiry_id'))
    .select('q.id')
    .where('f.path', '=', path)
    .where(visibleInquiries(ctx, await officesOf(ctx), 'q'))
    .executeTakeFirst()
  return found !== undefined
}

/** Unseen answers to the current user and, in the boxes they answer, inquiries that wait for an answer. */
export async function countUnread(ctx: Ctx, offices: Offices): Promise<Record<InquiryBox, number>> {
  const { rows } = await sql<{ box: InquiryBox; n: string }>`
    select q.box, count(*) as n from inquiry q
      left join inquiry_read r
        on r.tenant_id = q.tenant_id and r.inquiry_id = q.id and r.user_id = ${ctx.who.userId}
    where ${visibleInquiries(ctx, offices, 'q')}
      and case when q.sender_id = ${ctx.who.userId} then q.answered_version > coalesce(r.version, 0)
        else q.state = 'waiting' and q.box = any(${answeredBoxes(offices)}::text[]) end
    group by q.box`.execute(ctx.db)
  const count = (box: InquiryBox) => Number(rows.find((row) => row.box === box)?.n ?? 0)
  return { feedback: count('feedback'), mail: count('mail') }
}
