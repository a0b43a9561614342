import {
  INQUIRY_FILES,
  inquiryActions,
  inquiryRefusal,
  type InquiryAction,
  type InquiryBox,
  type inquiryCalls,
  type InquiryState,
} from '@heliodesk/contract/inquiries.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireVersion } from '../../kernel/versioned.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { keepFiles } from '../files/index.ts'
import { officesOf, requireMailbox, requireOffice, visibleInquiries, type Offices } from './offices.ts'
import { getInquiry, type Inquiry } from './rows.ts'

type Calls = typeof inquiryCalls

const STALE = new DomainError('inquiry.stale', '对方刚有新的动态，请刷新后再试')

export const addFeedback: Handler<Calls['addFeedback']> = async (ctx, { kind, content, files, phone }) => {
  return add(ctx, { box: 'feedback', kind, title: null, content, phone: phone || null }, files)
}

export const addLetter: Handler<Calls['addLetter']> = async (ctx, { title, content, files, phone }) => {
  requireMailbox(await officesOf(ctx))
  return add(ctx, { box: 'mail', kind: null, title, content, phone: phone || null }, files)
}

type Fresh = {
  box: InquiryBox
  kind: string | null
  title: string | null
  content: string
  phone: string | null
}

async function add(ctx: Ctx, fresh: Fresh, files: string[]): Promise<Inquiry> {
  const id = await insertRow(ctx.db, 'inquiry', { ...fresh, created_at: ctx.now, updated_at: ctx.now })
  await attach(ctx, { inquiryId: id, messageId: null, box: fresh.box }, files)
  return getInquiry(ctx, id)
}

type Place = { inquiryId: string; messageId: string | null; box: InquiryBox }

/** A box is also the purpose that its files were uploaded for. */
async function attach(ctx: Ctx, { inquiryId, messageId, box }: Place, files: string[]) {
  const paths = await keepFiles(ctx, files, box, { max: INQUIRY_FILES })
  await insertRows(
    ctx.db,
    'inquiry_file',
    paths.map((path, at) => ({ inquiry_id: inquiryId, message_id: messageId, path, position: at + 1 })),
  )
}

/** The office's answer, or a further message of the sender. */
export const reply: Handler<Calls['reply']> = async (ctx, { id, version, content, files }) => {
  const { inquiry, offices } = await lockInquiry(ctx, id, version)
  const fromOffice = inquiry.sender_id !== ctx.who.userId
  if (fromOffice) requireOffice(ctx, offices, inquiry.box)
  const next = await move(ctx, inquiry, fromOffice ? 'answer' : 'add')
  await updateRow(ctx.db, 'inquiry', id, fromOffice ? { answered_version: next } : { sent_version: next })
  const message = { inquiry_id: id, from_office: fromOffice, content, created_at: ctx.now }
  const messageId = await insertRow(ctx.db, 'inquiry_message', message)
  await attach(ctx, { inquiryId: id, messageId, box: inquiry.box }, files)
  return getInquiry(ctx, id, offices)
}

/** A member of the office takes it up or closes it. */
export async function handle(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  action: 'process' | 'close',
): Promise<Inquiry> {
  const { inquiry, offices } = await lockInquiry(ctx, id, version)
  requireOffice(ctx, offices, inquiry.box)
  await move(ctx, inquiry, action)
  return getInquiry(ctx, id, offices)
}

type Locked = { id: string; box: InquiryBox; state: InquiryState; sender_id: string; version: number }

async function lockInquiry(
  ctx: Ctx,
  id: string,
  version: number,
): Promise<{ inquiry: Locked; offices: Offices }> {
  const offices = await officesOf(ctx)
  const row = await ctx.db
    .selectFrom('inquiry as q')
    .select(['q.id', 'q.box', 'q.state', 'q.sender_id', 'q.version'])
    .where('q.id', '=', id)
    .where(visibleInquiries(ctx, offices, 'q'))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(row, version, STALE)
  return { inquiry: { ...row, box: row.box as InquiryBox, state: row.state as InquiryState }, offices }
}

/** Returns the new version. */
async function move(ctx: Ctx, { id, state, version }: Locked, action: InquiryAction): Promise<number> {
  const refusal = inquiryRefusal(action, state)
  if (refusal) throw new DomainError('inquiry.state', refusal)
  await updateRow(ctx.db, 'inquiry', id, {
    state: inquiryActions[action].to,
    version: version + 1,
    updated_at: ctx.now,
  })
  return version + 1
}

/** Never decreases: of two windows, the one that saw more counts. */
export async function markRead(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<null> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('inquiry_read')
    .columns(['inquiry_id', 'version'])
    .expression(
      ctx.db
        .selectFrom('inquiry as q')
        .select(['q.id', sql<number>`least(q.version, ${version}::bigint)::int`.as('version')])
        .where('q.id', '=', id)
        .where(visibleInquiries(ctx, await officesOf(ctx), 'q')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'inquiry_id', 'user_id'])
        .doUpdateSet({ version: sql`greatest(inquiry_read.version, excluded.version)` }),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw notFound()
  return null
}
