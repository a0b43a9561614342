import type { Received } from '@heliodesk/contract/call.ts'
import type { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { dropWords, keepWords, readWords } from '../../../lib/words.ts'

export type CommentList = Received<typeof orderCommentCalls.list>
export type Comment = CommentList['rows'][number]
export type Mentioned = Comment['mentions'][number]

/** How many of the latest an order shows at first. */
export const FIRST_COMMENTS = 30

/** What is being written: the people by the names that the text has after `@`. */
export type CommentDraft = {
  text: string
  mentions: readonly Mentioned[]
  quoted: { id: string; authorName: string; text: string } | null
}

export const noDraft: CommentDraft = { text: '', mentions: [], quoted: null }

/** Whom the text still names. */
export const mentionedIn = ({ text, mentions }: CommentDraft): string[] =>
  mentions.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)

/** A text in parts, of which the mentions stand out. */
export function partsOf(
  text: string,
  mentions: readonly Mentioned[],
): { text: string; isMention: boolean }[] {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length)
  const parts: { text: string; isMention: boolean }[] = []
  let plain = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = at >= plain && names.find((each) => text.startsWith(each, at))
    if (!name) continue
    if (at > plain) parts.push({ text: text.slice(plain, at), isMention: false })
    parts.push({ text: name, isMention: true })
    plain = at + name.length
  }
  if (plain < text.length) parts.push({ text: text.slice(plain), isMention: false })
  return parts
}

/** What a comment is changed to is kept beside what is new. */
const nameFor = (orderId: string, commentId: string | null) => `comment:${orderId}:${commentId ?? ''}`

/** What was left unsent on this device; null without it. */
export const readDraft = (orderId: string, commentId: string | null): CommentDraft | null =>
  readWords<CommentDraft>(nameFor(orderId, commentId))

/** Null forgets it; where the storage is full it stays in the field. */
export function keepDraft(orderId: string, commentId: string | null, draft: CommentDraft | null): void {
  const name = nameFor(orderId, commentId)
  if (draft === null) dropWords(name)
  else void keepWords(name, draft)
}
