import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { TaskTypePane } from './TaskTypePane.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
Element.prototype.scrollIntoView = () => undefined

const step = (name: string) => ({ name, required: true, needPhoto: false, needValue: false })
const definition = {
  name: '无人机巡检',
  about: '',
  prerequisites: [{ name: '空域已报备', required: true }],
  steps: [step('起飞'), step('拍摄'), step('降落')],
  fields: [],
  needWorkHours: true,
  scored: false,
  process: 'work_order',
}
const detail = (more = {}) => ({
  id: 101,
  name: '无人机巡检',
  active: true,
  current: 2,
  isChanged: false,
  version: 5,
  definition,
  versions: [
    {
      version: 2,
      definition,
      note: '',
      changes: ['调整步骤顺序'],
      publishedBy: '赵启航',
      publishTime: '2026-11-20 08:00:00',
    },
    {
      version: 1,
      definition,
      note: '',
      changes: [],
      publishedBy: '赵启航',
      publishTime: '2026-11-19 08:00:00',
    },
  ],
  openOrders: [{ version: 1, orders: 3 }],
  processes: [
    { key: 'work_order', name: '工单', version: 1 },
    { key: 'defect_order', name: '缺陷工单', version: 4 },
  ],
  updatedBy: '赵启航',
  updateTime: '2026-11-20 08:00:00',
  ...more,
})
const head = (id: number, name: string) => ({ id, name, active: true, current: 1, isChanged: false })
const types = [head(7, '故障'), head(101, '无人机巡检'), head(8, '缺陷')]

async function show() {
  const sent = answering({
    [taskTypeCalls.detail.path]: detail(),
    [taskTypeCalls.edit.path]: (given: object) => detail({ ...given, version: 6, isChanged: true }),
    [taskTypeCalls.publish.path]: detail({ current: 3, version: 7 }),
    [taskTypeCalls.arrange.path]: types,
  })
  showPage(<TaskTypePane id={101} types={types} onBack={null} />, '/')
  await screen.findByRole('heading', { level: 2, name: '无人机巡检' })
  return (path: string) => sent.filter((each) => each.path === path).map(({ input }) => input)
}

const steps = () => within(screen.getByRole('region', { name: '作业步骤' }))
const names = () =>
  steps()
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const openMenu = () => userEvent.click(screen.getAllByRole('button', { name: '更多操作' })[0]!)

test('steps are added below with Enter, moved with Alt and the arrows, switched and removed; then saved', async () => {
  const sent = await show()
  await userEvent.type(steps().getByLabelText('第 1 个步骤'), '{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(steps().getByLabelText('第 2 个步骤')))
  await userEvent.keyboard('检查电池')
  expect(names()).toEqual(['起飞', '检查电池', '拍摄', '降落'])
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(names()).toEqual(['检查电池', '起飞', '拍摄', '降落'])
  await waitFor(() => expect(document.activeElement).toBe(steps().getByLabelText('第 1 个步骤')))
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(steps().getByLabelText('第 2 个步骤')))
  const [first, , , last] = steps().getAllByRole('listitem')
  await userEvent.click(within(first!).getByRole('button', { name: '照片' }))
  await userEvent.click(within(first!).getByRole('button', { name: '必做' }))
  await userEvent.click(within(last!).getByRole('button', { name: '更多操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '删除步骤' }))
  await press('保存草稿')
  const [saved] = sent(taskTypeCalls.edit.path)
  expect(saved).toEqual({
    id: 101,
    version: 5,
    definition: {
      ...definition,
      steps: [{ ...step('检查电池'), required: false, needPhoto: true }, step('起飞'), step('拍摄')],
    },
  })
})

test('what is not saved is not published, nor what is wrong', async () => {
  const sent = await show()
  await userEvent.clear(steps().getByLabelText('第 1 个步骤'))
  await press('发布')
  expect(sent(taskTypeCalls.publish.path)).toEqual([])
  expect(screen.getByRole('status').textContent).toContain('此项为必填项')
})

test('the process, the hours and the score are rules of the type', async () => {
  const sent = await show()
  await press('基本与规则')
  await userEvent.click(screen.getByRole('checkbox', { name: '验收时须评分' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '提交验收前须填工时' }))
  await userEvent.click(screen.getByRole('combobox', { name: /流程/ }))
  await userEvent.click(
    await screen.findByText('缺陷工单（第 4 版）', { selector: '.ant-select-item-option-content' }),
  )
  await press('保存草稿')
  expect(sent(taskTypeCalls.edit.path)[0]).toMatchObject({
    definition: { scored: true, needWorkHours: false, process: 'defect_order' },
  })
})

test('versions say how many open orders follow them', async () => {
  await show()
  await press('版本')
  const [second, first] = screen.getAllByRole('listitem')
  expect(second!.textContent).toMatch(/第 2 版使用中.*调整步骤顺序/)
  expect(second!.textContent).not.toContain('在办')
  expect(first!.textContent).toMatch(/第 1 版在办 3 单/)
})

test('the type moves in the menu of new orders, by its neighbours', async () => {
  const sent = await show()
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: '上移' }))
  await waitFor(() => expect(sent(taskTypeCalls.arrange.path)).toEqual([{ types: [101, 7, 8] }]))
})
