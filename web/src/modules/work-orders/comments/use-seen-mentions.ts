import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCommand } from '../../../lib/queries.ts'
import type { Comment } from './comment.ts'

/** Tells the server once the user sees what mentions them. It stays marked here while the order is open. */
export function useSeenMentions(orderId: string, rows: readonly Comment[]) {
  const list = useRef<HTMLOListElement>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set())
  const unseen = rows.filter(({ isUnseen }) => isUnseen).map(({ id }) => id)
  if (unseen.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unseen]))
  // It stays unread where this fails, and is told when the order is opened again.
  const seen = useCommand(orderCommentCalls.seen, { errors: 'own' })
  const tell = useEffectEvent(() => seen.mutate({ orderId }))
  const last = unseen.at(-1)
  useEffect(() => {
    const row = last === undefined ? null : list.current?.querySelector(`#comment-${last}`)
    if (!row) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      tell()
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [last])
  return { list, isNew: ({ id }: Comment) => fresh.has(id) }
}
