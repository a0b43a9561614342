import { useState } from 'react'
import { keepDraft, readDraft, type CommentDraft } from './comment.ts'

/** What is being written, kept on this device with every change; null forgets it. */
export function useCommentDraft(orderId: string, commentId: string | null) {
  const [draft, setDraft] = useState(() => readDraft(orderId, commentId))
  return [
    draft,
    (next: CommentDraft | null) => {
      setDraft(next)
      const isEmpty = next !== null && commentId === null && next.text === '' && next.quoted === null
      keepDraft(orderId, commentId, isEmpty ? null : next)
    },
  ] as const
}
