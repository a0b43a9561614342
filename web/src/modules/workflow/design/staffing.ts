import type { ActorAttributes } from './actors.ts'
import type { FileElement } from './services.ts'
import { textOf } from './write.ts'

/** What a step or copy says about its people; of a countersigned step the list is elsewhere. */
export const staffingIn = (element: FileElement) => ({
  assignee: textOf(element, 'wf:assignee'),
  candidateUsers: textOf(element, 'wf:candidateUsers'),
  candidateRoles: textOf(element, 'wf:candidateRoles'),
  candidateRights: textOf(element, 'wf:candidateRights'),
  candidateHeads: textOf(element, 'wf:candidateHeads'),
})

/** The same as the properties of its element. */
export const writtenStaffing = ({ collection: _list, ...attributes }: Required<ActorAttributes>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`wf:${name}`, value]))
