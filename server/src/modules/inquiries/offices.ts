import type { InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { readSettings } from '../../kernel/settings.ts'
import { one } from '../../platform/certain.ts'

/** The current user's role in the two boxes. */
export type Offices = {
  /** The company has enabled the manager's mailbox. */
  mailbox: boolean
  /** The boxes whose inquiries the current user answers. */
  answers: Record<InquiryBox, boolean>
}

const MAILBOX_OFF = new DomainError('mail.off', '总经理信箱未开放')
const NOT_A_RECIPIENT = new DomainError('mail.recipient', '您不是总经理信箱的收信人')

/**
 * Holders of its permission answer feedback. Letters go to the recipients in the settings, or to the administrators
 * while none of the recipients is active.
 */
export async function officesOf(ctx: Ctx): Promise<Offices> {
  const { mailbox, mailRecipients } = (await readSettings(ctx.db)).system.values
  const { rows } = await sql<Record<InquiryBox, boolean>>`
    with named as (
      select u.id from app_user u where u.status = '1' and u.username = any(${mailRecipients}::text[])
    )
    select app.is_granted(${ctx.who.userId}, 'feedback:answer') as feedback,
      case when exists (select from named) then exists (select from named where id = ${ctx.who.userId})
        else exists (select from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ur.user_id = ${ctx.who.userId} and r.role_code = ${administratorRole})
      end as mail`.execute(ctx.db)
  const { feedback, mail } = one(rows)
  return { mailbox, answers: { feedback, mail: mailbox && mail } }
}

/** Inquiries that the current user may see: their own, and those of their offices. `table` is the inquiry's alias. */
export function visibleInquiries({ who }: Ctx, offices: Offices, table: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const answered = answeredBoxes(offices)
  return sql<SqlBool>`(${column('box')} = 'feedback' or ${offices.mailbox}::boolean)
    and (${column('sender_id')} = ${who.userId} or ${column('box')} = any(${answered}::text[]))`
}

export const answeredBoxes = ({ answers }: Offices): InquiryBox[] =>
  (Object.keys(answers) as InquiryBox[]).filter((box) => answers[box])

export function requireMailbox({ mailbox }: Offices): void {
  if (!mailbox) throw MAILBOX_OFF
}

export function requireOffice({ who }: Pick<Ctx, 'who'>, offices: Offices, box: InquiryBox): void {
  if (box === 'mail') requireMailbox(offices)
  if (offices.answers[box]) return
  throw box === 'feedback' ? new MissingRight('feedback:answer', who) : NOT_A_RECIPIENT
}
