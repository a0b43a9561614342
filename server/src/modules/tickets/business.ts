import { sql } from 'kysely'
import { mayDo } from '../../kernel/rights.ts'
import { visibleThrough } from '../../kernel/scope.ts'
import { registerBusiness } from '../workflow/index.ts'
import { signersOf, TICKET } from './process.ts'
import { isTodo } from './read.ts'

const ROW = {
  of: 'ticket',
  as: 't',
  isThis: sql`t.tenant_id = i.tenant_id and t.id = i.business_id`,
} as const

registerBusiness(TICKET, {
  title: '两票',
  hasOwnCalls: true,
  async lock({ db }, id) {
    await db.selectFrom('ticket').select('id').where('id', '=', id).forUpdate().execute()
  },
  signersOf,
  isReadable: (who) => sql`(${mayDo(who.userId, 'ticket:list')} and ${visibleThrough(who, 'i', ROW)})`,
  isTodo: (asker) => sql`exists (
    select from ticket t where t.tenant_id = i.tenant_id and t.id = i.business_id and ${isTodo(asker)})`,
})
