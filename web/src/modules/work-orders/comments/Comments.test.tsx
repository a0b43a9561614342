import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { readDraft } from './comment.ts'
import { comment, commentList } from './comments.fixture.ts'
import { Comments } from './Comments.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

/** Says that whatever is watched has come into view. */
let come: () => void = () => {}
beforeEach(() => {
  localStorage.clear()
  useSession.setState({ token: 'T', user })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => tell([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = vi.fn()
})

const own = {
  ...comment,
  id: '22',
  authorId: '7',
  authorName: '陈建国',
  text: '收到',
  mentions: [],
  changeUntil: '2999-01-01 00:00:00',
}
const people = [
  { id: '1', realname: '李沐阳', departName: '中卫运维班' },
  { id: '5', realname: '王伟', departName: '中卫运维班' },
  { id: '6', realname: '王伟', departName: '宁东运维班' },
]

function show(list: unknown = commentList, answers: Record<string, unknown> = {}, address = '/') {
  const sent = answering({
    [orderCommentCalls.list.path]: list,
    [orderCommentCalls.people.path]: people,
    [orderCommentCalls.add.path]: own,
    [orderCommentCalls.seen.path]: {},
    ...answers,
  })
  showPage(<Comments id="order-comments" title="评论" orderId="7" />, address, 1440)
  return sent
}
const field = () => screen.findByRole('textbox', { name: '评论' })
const inputOf = (sent: ReturnType<typeof show>, call: { path: string }) =>
  sent.findLast(({ path }) => path === call.path)?.input

test('a comment stands with its author, time, marks and what it answers; mentions stand out', async () => {
  show({
    ...commentList,
    total: 3,
    rows: [
      comment,
      { ...own, editedTime: '2026-11-24 13:25:00', quoted: { ...comment, text: '备件到站' } },
      { ...comment, id: '23', isDeleted: true, text: '' },
    ],
  })
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(within(first!).getByText('@李沐阳').className).toContain('mention')
  expect(second!.textContent).toMatch(/陈建国.*已编辑.*孙立诚：备件到站.*收到/)
  expect(third!.textContent).toContain('评论已删除')
  expect(within(first!).queryByRole('button', { name: '编辑' })).toBeNull()
  expect(within(third!).queryByRole('button')).toBeNull()
  expect(screen.getByText('3 条')).toBeTruthy()
})

test('@ offers who sees the order; those of one name by department; the chosen one is sent', async () => {
  const sent = show()
  await userEvent.type(await field(), '请@w')
  const list = await screen.findByRole('listbox', { name: '可提到的人' })
  expect((await within(list).findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '李沐阳中卫运维班',
    '王伟（中卫运维班）中卫运维班',
    '王伟（宁东运维班）宁东运维班',
  ])
  await waitFor(() => expect(inputOf(sent, orderCommentCalls.people)).toMatchObject({ keyword: 'w' }))
  await within(list).findAllByRole('option')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}到场{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(inputOf(sent, orderCommentCalls.add)).toEqual({
      orderId: '7',
      text: '请@王伟（宁东运维班） 到场',
      mentions: ['6'],
    }),
  )
  await waitFor(async () => expect((await field()).textContent).toBe(''))
  expect(readDraft('7', null)).toBeNull()
})

test('Esc closes the list of people alone, and who is no longer named is not mentioned', async () => {
  const sent = show()
  await userEvent.type(await field(), '@l')
  await userEvent.click(await screen.findByRole('option', { name: /李沐阳/ }))
  await userEvent.keyboard('{Backspace}{Backspace}@')
  expect(await screen.findByRole('listbox')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '发表' }))
  await waitFor(() => expect(inputOf(sent, orderCommentCalls.add)).toMatchObject({ mentions: [] }))
})

test('what is written stays on this device until it is sent', async () => {
  const sent = show(commentList, { [orderCommentCalls.add.path]: refusal('一张工单最多 500 条评论') })
  await userEvent.click(await screen.findByRole('button', { name: '回复' }))
  await userEvent.type(await field(), '稍后到')
  expect(readDraft('7', null)).toMatchObject({ text: '稍后到', quoted: { id: '21', authorName: '孙立诚' } })
  await userEvent.click(screen.getByRole('button', { name: '发表' }))
  expect(await screen.findByText('一张工单最多 500 条评论')).toBeTruthy()
  expect(inputOf(sent, orderCommentCalls.add)).toMatchObject({ quotedId: '21' })
  expect(readDraft('7', null)?.text).toBe('稍后到')
  useSession.setState({ user: { ...user, id: '8' } })
  expect(readDraft('7', null)).toBeNull()
})

test('an own comment is changed with the seen version, or left as it is', async () => {
  const sent = show({ ...commentList, rows: [own] }, { [orderCommentCalls.edit.path]: own })
  await userEvent.click(await screen.findByRole('button', { name: '编辑' }))
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  await userEvent.click(await screen.findByRole('button', { name: '编辑' }))
  await userEvent.type(screen.getByRole('textbox', { name: '修改评论' }), '，马上到')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(inputOf(sent, orderCommentCalls.edit)).toEqual({
      id: '22',
      version: 1,
      text: '收到，马上到',
      mentions: [],
    }),
  )
})

test('after its time an own comment has no such buttons', async () => {
  show({ ...commentList, rows: [{ ...own, changeUntil: '2020-01-01 00:00:00' }] })
  await screen.findByText('收到')
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
})

test('what mentions the user is told as seen once it is in view, and stays marked', async () => {
  let isUnseen = true
  const sent = show(() => ({ ...commentList, rows: [{ ...comment, isUnseen }] }))
  expect(await screen.findByText('提到我')).toBeTruthy()
  expect(inputOf(sent, orderCommentCalls.seen)).toBeUndefined()
  isUnseen = false
  act(come)
  await waitFor(() => expect(inputOf(sent, orderCommentCalls.seen)).toEqual({ orderId: '7' }))
  expect(screen.getByText('提到我')).toBeTruthy()
})

test('an earlier comment that the address asks for is fetched', async () => {
  const sent = show(
    ({ size }: { size: number }) => ({ ...commentList, total: 60, rows: size > 30 ? [comment, own] : [own] }),
    {},
    '/?comment=21',
  )
  expect(await screen.findByText('备件 14:00 到站', { exact: false })).toBeTruthy()
  expect(inputOf(sent, orderCommentCalls.list)).toEqual({ orderId: '7', size: 500 })
})

test('without comments it says so and how long one may be changed; a failure is said', async () => {
  show({ ...commentList, total: 0, rows: [] })
  expect(await screen.findByText(/还没有评论。发表后 15 分钟内/)).toBeTruthy()
})

test('what cannot be read is said, and one can still write', async () => {
  show(refusal('系统异常', 500))
  expect(await screen.findByText('评论没有取到')).toBeTruthy()
  expect(await field()).toBeTruthy()
})

test('an administrator reads what a changed comment said', async () => {
  show(
    { ...commentList, mayReadHistory: true, rows: [{ ...comment, editedTime: '2026-11-24 13:25:00' }] },
    {
      [orderCommentCalls.history.path]: [
        {
          id: '1',
          time: '2026-11-24 13:25:00',
          action: 'edit',
          actorName: '孙立诚',
          text: '备件 15:00 到站',
        },
      ],
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: '修改记录' }))
  expect(await screen.findByText('备件 15:00 到站')).toBeTruthy()
})
