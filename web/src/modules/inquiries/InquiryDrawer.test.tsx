import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { send } from '../../lib/call.ts'
import { queryClient, queryOf } from '../../lib/queries.ts'
import type { Inquiry } from './inquiry.ts'
import { InquiryDrawer } from './InquiryDrawer.tsx'

vi.mock('../../lib/call.ts', { spy: true })

isolatePages()

const letter = {
  id: '5',
  version: 1,
  box: 'mail',
  title: '食堂的建议',
  content: '早餐能否提前到六点',
  kind: null,
  state: 'waiting',
  unread: false,
  senderName: '陈建国',
  phone: '',
  files: [],
  messages: [],
  office: false,
  createTime: '2026-11-20 09:12:45',
  updateTime: '2026-11-20 09:12:45',
} as unknown as Inquiry

it('shows the letter that was read ahead, without reading it a second time', async () => {
  vi.mocked(send).mockResolvedValue(letter as never)
  await queryClient.prefetchQuery(queryOf(inquiryCalls.detail, { id: '5' }))
  render(<InquiryDrawer id="5" box="mail" row={null} open onClose={vi.fn()} />, { wrapper: Page })
  expect(await screen.findByText('早餐能否提前到六点')).toBeTruthy()
  const read = vi.mocked(send).mock.calls.filter(([{ path }]) => path === inquiryCalls.detail.path)
  expect(read).toHaveLength(1)
})
