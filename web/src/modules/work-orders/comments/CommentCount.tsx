import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { useCall } from '../../../lib/queries.ts'
import { FIRST_COMMENTS } from './comment.ts'

/** How many comments an order has, from the answer that its section shows. */
export function CommentCount({ orderId }: { orderId: string }) {
  const read = useCall(orderCommentCalls.list, { orderId, size: FIRST_COMMENTS })
  return !read.isPlaceholderData && read.data && read.data.total > 0 && <em>{read.data.total}</em>
}
