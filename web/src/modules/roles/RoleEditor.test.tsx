import { grantReviewCalls } from '@heliodesk/contract/grant-reviews.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { button, menu, page } from './permission-node.fixture.ts'
import type { Role } from './role.ts'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleHistory } from './RoleHistory.tsx'
import { useDrafts } from './use-drafts.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const role = {
  id: '1',
  roleName: '值班员',
  roleCode: 'duty',
  description: '',
  builtIn: false,
  refusal: null,
  userCount: 3,
  version: 1,
  createTime: '2026-11-01 08:00:00',
} as unknown as Role

const treeList = [
  menu('生产运营', page('任务中心', button('order:list', '查看工单'), button('order:export', '导出工单'))),
]

const event = (id: string) => ({
  id,
  action: 'grant',
  actorName: '李慧',
  time: '2026-11-18 16:02:00',
  added: ['查看工单'],
  removed: [],
  edited: [],
})

function Editor() {
  const drafts = useDrafts()
  const nothing = () => undefined
  const acts = { onEdit: nothing, onCopy: nothing, onCompare: nothing, onRemove: nothing }
  return <RoleEditor role={role} drafts={drafts} onBack={null} {...acts} />
}

let sent: ReturnType<typeof answering>
let isOn: boolean
beforeEach(() => {
  isOn = false
  sent = answering({
    [grantReviewCalls.state.path]: () => ({ isOn, waiting: 0 }),
    [roleCalls.permissionTree.path]: { treeList, ids: [] },
    [roleCalls.permissions.path]: ['order:list'],
    [roleCalls.impact.path]: { userCount: 3, elsewhere: [], users: ['李慧'] },
    [roleCalls.history.path]: ({ pageSize }: { pageSize?: number }) => ({
      records: ['1', '2', '3'].slice(0, pageSize).map(event),
      total: 3,
    }),
    [roleCalls.savePermissions.path]: ['order:export', 'order:list'],
  })
})

test('where its panel has no room, what a change does is asked first, and the question closes when it is saved', async () => {
  render(<Editor />, { wrapper: Page })
  await userEvent.click(await screen.findByRole('checkbox', { name: /导出工单/ }))
  expect(screen.getByRole('status').textContent).toContain('未保存 1 项：新增 1')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  const question = await screen.findByRole('dialog', { name: '保存“值班员”的权限？' })
  await userEvent.click(within(question).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(
    sent.filter(({ path }) => path === roleCalls.savePermissions.path).map(({ input }) => input),
  ).toEqual([
    {
      roleId: '1',
      permissionIds: 'order:list,order:export,生产运营,任务中心',
      lastpermissionIds: 'order:list',
    },
  ])
})

test('where a second person has to agree, saving asks for the reason', async () => {
  isOn = true
  render(<Editor />, { wrapper: Page })
  await userEvent.click(await screen.findByRole('checkbox', { name: /导出工单/ }))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  const question = await screen.findByRole('dialog', { name: '提交“值班员”的权限变更？' })
  const send = within(question).getByRole('button', { name: '提交复核' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(within(question).getByLabelText('变更原因'), '报表需要')
  await userEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ path }) => path === roleCalls.savePermissions.path)?.input).toMatchObject({
    reason: '报表需要',
  })
})

test('a change can be put back without a question', async () => {
  render(<Editor />, { wrapper: Page })
  await userEvent.click(await screen.findByRole('checkbox', { name: /导出工单/ }))
  await userEvent.click(screen.getByRole('button', { name: '还原' }))
  expect(screen.getByRole('status').textContent).toBe('没有未保存的改动')
})

test('the last change of a role shows, the others on demand', async () => {
  render(<RoleHistory role={role} />, { wrapper: Page })
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '查看全部 3 次修改' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  expect(screen.queryByRole('button')).toBeNull()
})
