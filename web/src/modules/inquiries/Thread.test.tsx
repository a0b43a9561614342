import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { KnownInquiry } from './inquiry.ts'
import { Thread } from './Thread.tsx'

afterEach(cleanup)

const row: KnownInquiry = {
  id: '7',
  box: 'feedback',
  kind: 'data',
  title: null,
  state: 'answered',
  senderName: '沈新一',
  content: '昨日发电量为空',
  createTime: '2026-11-20 08:00:00',
  updateTime: '2026-11-20 09:00:00',
  replyCount: 3,
  fileCount: 0,
  own: true,
  unread: false,
  version: 4,
}

test('what the row of the list knows shows at once, with a place for each answer', () => {
  render(<Thread inquiry={row} />)
  const thread = screen.getByRole('list', { name: '往来内容' })
  expect(within(thread).getByText('昨日发电量为空')).toBeTruthy()
  expect(within(thread).getAllByRole('listitem')).toHaveLength(4)
  expect(within(thread).getAllByRole('status', { name: '正在加载' })).toHaveLength(1)
})

test('without answers nothing is awaited', () => {
  render(<Thread inquiry={{ ...row, replyCount: 0 }} />)
  expect(screen.queryByRole('status')).toBeNull()
})
