import { inquiryCalls, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { admitReaders } from '../files/index.ts'
import { answeredBoxes, officesOf } from './offices.ts'
import { countUnread, getInquiry, listInquiries, mayReadFile } from './rows.ts'
import { addFeedback, addLetter, handle, markRead, reply } from './write.ts'
import './first-data.ts'

admitReaders('feedback', mayReadFile)
admitReaders('mail', mayReadFile)

/** The counts for the frame's badges: unseen answers and, for offices, inquiries that wait for an answer. */
export async function unreadFor(ctx: Ctx): Promise<Record<InquiryBox, number>> {
  return countUnread(ctx, await officesOf(ctx))
}

export const inquiries = defineModule(inquiryCalls, {
  addFeedback,
  addLetter,
  async boxes(ctx) {
    const offices = await officesOf(ctx)
    return {
      mailbox: offices.mailbox,
      offices: answeredBoxes(offices),
      unread: await countUnread(ctx, offices),
    }
  },
  list: listInquiries,
  detail: (ctx, { id }) => getInquiry(ctx, id),
  reply,
  process: (ctx, input) => handle(ctx, input, 'process'),
  close: (ctx, input) => handle(ctx, input, 'close'),
  read: markRead,
})
