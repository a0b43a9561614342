import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { arriving, fileOf } from '../../lib/files.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { AttachmentField } from './AttachmentField.tsx'
import { columnsFor } from './inquiry-list.tsx'
import type { Inquiry } from './inquiry.ts'
import { MailPage } from './MailPage.tsx'
import { ReplyForm } from './ReplyForm.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const nothing = () => undefined

test.each([true, false])('unread (%s) is marked in the list', (unread) => {
  const [head] = columnsFor('mail', 'office', () => '#')
  render(<>{head!.cell({ id: '1', title: '建议', content: '', unread } as never)}</>)
  expect(screen.queryByRole('img', { name: '有未读内容' }) !== null).toBe(unread)
})

test.each([
  [0, '收到的信'],
  [3, '收到的信 3'],
])('%d unread letters: the side is called %s', async (mail, title) => {
  useGrants.setState({ pages: [], buttons: [], notInForce: [] })
  answering({
    [inquiryCalls.boxes.path]: { offices: ['mail'], mailbox: true, unread: { mail, feedback: 0 } },
  })
  render(<MailPage />, { wrapper: Page })
  expect(await screen.findByRole('button', { name: title })).toBeTruthy()
})

test('a mailbox that is not open says so', async () => {
  answering({ [inquiryCalls.boxes.path]: { offices: [], mailbox: false, unread: { mail: 0, feedback: 0 } } })
  render(<MailPage />, { wrapper: Page })
  expect(await screen.findByText('总经理信箱未开放')).toBeTruthy()
})

test('files that have arrived stand in the field, and their paths go to the form', async () => {
  arriving()
  const onPaths = vi.fn()
  render(<AttachmentField label="附件" box="mail" error={null} onPaths={onPaths} onBusy={nothing} />, {
    wrapper: Page,
  })
  const files = [fileOf('现场.png')]
  fireEvent.change(screen.getByLabelText('附件', { selector: 'input' }), { target: { files } })
  expect(await screen.findByRole('button', { name: '移除 现场.png' })).toBeTruthy()
  expect(onPaths).toHaveBeenLastCalledWith(['ab/现场.png'])
})

test.each([
  [true, 'waiting', '补充说明'],
  [false, 'waiting', '回复'],
  [true, 'answered', '补充说明'],
  [false, 'answered', '回复'],
  [true, 'closed', null],
  [false, 'closed', null],
])('own: %s, %s: the form is %s', (own, state, name) => {
  answering({})
  const inquiry = { id: '1', version: 1, box: 'mail', own, state } as unknown as Inquiry
  render(<ReplyForm inquiry={inquiry} onRefresh={nothing} onTyping={nothing} />, { wrapper: Page })
  expect(screen.queryByRole('form')?.getAttribute('aria-label') ?? null).toBe(name)
})
