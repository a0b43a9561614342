import { expect, it } from 'vitest'
import { shownOf } from './pushed.ts'

it('shows what was pushed, and leads into the product alone', () => {
  const pushed = { title: '工单待您验收', text: '白芨滩', link: '#/taskCenter?order=7', number: 'n' }
  expect(shownOf(pushed)).toEqual(pushed)
  expect(shownOf({ title: 'x', link: 'https://elsewhere.example' }).link).toBe('#/system/tidings')
  expect(shownOf(null)).toEqual({ title: '新消息', text: '', link: '#/system/tidings', number: '' })
})
