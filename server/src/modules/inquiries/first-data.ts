import {
  inquiryKinds,
  inquiryStates,
  type InquiryKind,
  type InquiryState,
} from '@heliodesk/contract/inquiries.ts'
import { z } from 'zod'
import { DAY, earlierAtWork, laterAtWork } from '../../kernel/first-data/calendar.ts'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { standardRoles, type RoleCode } from '../../standard-roles.ts'
import { entryOf } from '../../platform/certain.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { insertRows } from '../../platform/insert-rows.ts'

/** The administrator answers for the office here. */
const inquiry = z.strictObject({
  from: z.enum(Object.keys(standardRoles) as RoleCode[]),
  daysAgo: z.int(),
  kind: z
    .enum(Object.keys(inquiryKinds) as InquiryKind[])
    .nullable()
    .default(null),
  /** Of a letter; feedback has none. */
  title: z.string().nullable().default(null),
  content: z.string(),
  state: z.enum(Object.keys(inquiryStates) as InquiryState[]),
  /** In turn, the office first, each this many working minutes after the previous one. */
  replies: z.array(z.tuple([z.int(), z.string()])).default([]),
  /** The sender has not seen the last answer yet. */
  unread: z.boolean().default(false),
})

/** Adds some feedback and letters with their answers; the same at every start except for the dates. */
async function addInquiries({ db, now }: DemoCompany): Promise<void> {
  const people = await db
    .selectFrom('app_user as u')
    .innerJoin('user_role as ur', 'ur.user_id', 'u.id')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .select(['u.id', 'r.role_code'])
    .where('u.status', '=', '1')
    .orderBy('u.id', 'desc')
    .execute()
  const firstOf = new Map(people.map(({ id, role_code: role }) => [role, id]))
  const office = entryOf(firstOf, 'admin')
  const written = readJson(new URL('./first-data/inquiries.json', import.meta.url), z.array(inquiry))
  for (const [index, { from, daysAgo, replies, unread, ...each }] of written.entries()) {
    const sender = firstOf.get(from)
    if (!sender) continue
    // Staggers the times.
    const start = earlierAtWork(now.getTime() - daysAgo * DAY, 40 + index * 53)
    let at = start
    const messages = replies.map(([minutes, content], turn) => {
      at = Math.min(laterAtWork(at, minutes), now.getTime())
      const fromOffice = turn % 2 === 0
      const author = fromOffice ? office : sender
      return { author_id: author, from_office: fromOffice, content, created_at: new Date(at) }
    })
    /** The version that the newest message of a side made; the sender's first one is the inquiry itself. */
    const versionBy = (fromOffice: boolean) =>
      messages.findLastIndex((message) => message.from_office === fromOffice) + 2
    const isHandled = each.state === 'closed' || each.state === 'processing'
    const version = 1 + messages.length + (isHandled ? 1 : 0)
    const id = await insertRow(db, 'inquiry', {
      ...each,
      box: each.title === null ? 'feedback' : 'mail',
      sender_id: sender,
      created_at: new Date(start),
      updated_at: new Date(at),
      version,
      sent_version: versionBy(false),
      answered_version: messages.length > 0 ? versionBy(true) : 0,
    })
    const ofInquiry = messages.map((message) => ({ ...message, inquiry_id: id }))
    await insertRows(db, 'inquiry_message', ofInquiry)
    const readers = [...(each.state === 'waiting' ? [] : [office]), ...(unread ? [] : [sender])]
    const reads = readers.map((reader) => ({ inquiry_id: id, user_id: reader, version }))
    await insertRows(db, 'inquiry_read', reads)
  }
}

offerFirstData('inquiries', { after: ['users'], demo: addInquiries })
