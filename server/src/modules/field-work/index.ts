import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { defineModule } from '../../kernel/context.ts'
import { hours, note, prerequisite, start, step, submit } from './acts.ts'
import { choose } from './choose.ts'
import { listContacts } from './contacts.ts'
import { handOver } from './hand-over.ts'
import { listRecords } from './records.ts'

export { take } from './judge.ts'
export { meanwhile, readPast } from './past.ts'
export { keepRecord } from './records.ts'

/** What technicians did on phones, which may have had no signal, judged by what happened meanwhile. */
export const fieldWork = defineModule(fieldWorkCalls, {
  start,
  step,
  prerequisite,
  hours,
  note,
  submit,
  handOver,
  contacts: listContacts,
  records: listRecords,
  choose,
})
