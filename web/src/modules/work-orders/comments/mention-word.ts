import type { CommentDraft, Mentioned } from './comment.ts'

export type MentionWord = { start: number; word: string }

/** What is typed after an `@` before the caret, and where; null where none is being typed. */
export function wordBefore(text: string, caret: number): MentionWord | null {
  const found = /@([^\s@]{0,16})$/.exec(text.slice(0, caret))
  return found ? { start: found.index, word: found[1] ?? '' } : null
}

/** Puts a person in place of what is typed; returns the draft and the caret behind the name. */
export function withMention(
  draft: CommentDraft,
  { start, word }: MentionWord,
  person: Mentioned,
): { draft: CommentDraft; caret: number } {
  const before = `${draft.text.slice(0, start)}@${person.name} `
  const after = draft.text.slice(start + 1 + word.length).replace(/^ /, '')
  // The last one chosen under a name is meant by it.
  const others = draft.mentions.filter(({ name }) => name !== person.name)
  return {
    draft: { ...draft, text: before + after, mentions: [...others, person] },
    caret: before.length,
  }
}

type Found = { id: string; realname: string; departName: string }

/** The name after `@`; with the department where several who were found have it. */
export const namesOf = (found: readonly Found[]): (Mentioned & { note: string })[] =>
  found.map(({ id, realname, departName }) => ({
    id,
    note: departName,
    name:
      found.filter((each) => each.realname === realname).length > 1
        ? `${realname}（${departName}）`
        : realname,
  }))
