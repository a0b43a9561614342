import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { defineModule } from '../../kernel/context.ts'
import './first-data.ts'
import { listMentions, markSeen } from './mentions.ts'
import { listPeople } from './people.ts'
import { listComments, listHistory } from './rows.ts'
import { addComment, editComment, removeComment } from './write.ts'

export { mastersOf } from './people.ts'
export { mentionHolders, mentionMasters } from './write.ts'

/** What people say about orders, and whom they mention. */
export const orderComments = defineModule(orderCommentCalls, {
  list: listComments,
  people: listPeople,
  add: addComment,
  edit: editComment,
  remove: removeComment,
  history: listHistory,
  mentions: listMentions,
  seen: markSeen,
})
