import { expect, test } from 'vitest'
import { mentionedIn, noDraft, partsOf } from './comment.ts'
import { wordBefore, withMention } from './mention-word.ts'

const [wang, wangOfEast] = [
  { id: '1', name: '王伟' },
  { id: '2', name: '王伟（东部）' },
]

test('the longest name counts as the mention, and other @ are text', () => {
  expect(partsOf('@王伟（东部）和@王伟 ：a@b', [wang, wangOfEast])).toEqual([
    { text: '@王伟（东部）', isMention: true },
    { text: '和', isMention: false },
    { text: '@王伟', isMention: true },
    { text: ' ：a@b', isMention: false },
  ])
  expect(partsOf('没有人', [wang])).toEqual([{ text: '没有人', isMention: false }])
})

test('a word is what stands between @ and the caret', () => {
  expect(wordBefore('请@李mu', 5)).toEqual({ start: 1, word: '李mu' })
  expect(wordBefore('请@李mu 来', 6)).toBeNull()
  expect(wordBefore('没有', 2)).toBeNull()
})

test('a chosen person replaces the word, and the last of a name is meant', () => {
  const draft = { ...noDraft, text: '请@w看', mentions: [{ id: '9', name: '王伟' }] }
  const { draft: next, caret } = withMention(draft, { start: 1, word: 'w' }, wang!)
  expect(next).toMatchObject({ text: '请@王伟 看', mentions: [wang] })
  expect(caret).toBe(5)
  expect(mentionedIn(next)).toEqual(['1'])
  expect(mentionedIn({ ...next, text: '请看' })).toEqual([])
})
