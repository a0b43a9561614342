import { accessCalls } from '@heliodesk/contract/access.ts'
import { defineModule } from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { answerAboutOrder } from './ask-order.ts'
import { holderExport, listHolders } from './holders.ts'
import { addMembers, listMembers, newConflicts, removeMembers } from './members.ts'
import { readDataScope, readScopeSize } from './scope.ts'

export { grantersOf, openersOf } from './granters.ts'
export { giveRole, takeRole } from './members.ts'

offerExport('holders', holderExport)

export const access = defineModule(accessCalls, {
  members: listMembers,
  dataScope: readDataScope,
  holders: listHolders,
  askOrder: answerAboutOrder,
  scopeSize: readScopeSize,
  newConflicts,
  addMembers,
  removeMembers,
})
