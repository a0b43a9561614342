import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { defineModule } from '../../kernel/context.ts'
import './first-data.ts'
import { arrangeViews, markSeen } from './places.ts'
import { listHistory, listViews, readView } from './rows.ts'
import { addView, editView, removeView, unshareView } from './write.ts'

export { handOverView } from './hand-over.ts'

/** Filters of lists that people keep under a name, and share with their departments. */
export const savedViews = defineModule(savedViewCalls, {
  list: listViews,
  detail: (ctx, { id }) => readView(ctx, id),
  add: addView,
  edit: editView,
  remove: removeView,
  unshare: unshareView,
  arrange: arrangeViews,
  seen: markSeen,
  history: listHistory,
})
