import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { typicalTicketCalls, type TypicalTicket } from '@heliodesk/contract/typical-tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { drawing } from '../../../domain/tickets/drawings/drawing.fixture.ts'
import { draftDetail } from '../../../domain/tickets/ticket.fixture.ts'
import { TicketForm } from './TicketForm.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const order = {
  id: '7',
  psId: '12',
  workCode: 'GD20261121000007',
  needTicket: 1,
  taskDescription: '风扇异响',
  planStartTime: null,
  planEndTime: '2019-11-02 18:00:00',
}
const nobody = { certificate: '', validUntil: null, busyWith: null }
const people = [
  {
    ...nobody,
    id: '31',
    realname: '李志强',
    departName: '一班',
    validUntil: '2027-03-31',
    busyWith: 'GZP-9',
  },
  { ...nobody, id: '32', realname: '赵海燕', departName: '生技部', validUntil: '2027-03-31' },
  { ...nobody, id: '33', realname: '扎西', departName: '一班', certificate: 'H-33' },
]
const typical: TypicalTicket = {
  id: '5',
  kind: 'first',
  kindLabel: '第一种工作票',
  name: '箱变检修',
  psId: null,
  psName: null,
  isolate: ['断开 7号箱变高压负荷开关 331', '拉开 3317 隔离开关'],
  earth: ['在 331 线路侧装设接地线一组'],
  board: [],
  care: [],
  steps: [],
  risks: [{ risk: '触电', control: '验电、接地' }],
  drawings: [],
  remark: '',
  updatedBy: null,
  updateTime: '2026-11-18 09:42:00',
  version: 1,
}

async function show({
  answers = {},
  ...props
}: Partial<Parameters<typeof TicketForm>[0]> & { answers?: object } = {}) {
  useGrants.setState({ pages: [], buttons: ['ticket:create', 'typicalTicket:list'], notInForce: [] })
  useSession.setState({
    token: 'T',
    user: {
      ...user,
      defaults: { topDepart: null, depart: null, station: { psId: '12', psName: '共和恒昌一期' } } as never,
    },
  })
  const sent = answering({
    [calls.people.path]: people,
    [calls.ordersAt.path]: [{ id: '7', workCode: 'GD7', taskDescription: '换熔断器' }],
    [calls.openAt.path]: [{ id: '90', ticketNo: 'GZP-90', kindLabel: '第一种工作票', task: '箱变检修' }],
    [calls.detail.path]: draftDetail,
    [typicalTicketCalls.page.path]: { pageList: [typical], rowCount: 1 },
    ...answers,
  })
  const onSaved = vi.fn()
  const onClose = vi.fn()
  render(<TicketForm open onClose={onClose} onSaved={onSaved} {...props} />, { wrapper: Page })
  await screen.findByRole('textbox', { name: '工作任务' })
  return { sent, onSaved, onClose }
}

const choose = async (field: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: field }))
  const found = await screen.findAllByText(option, {
    selector: '.ant-select-item-option-content, .ant-select-item-option-content *',
  })
  await userEvent.click(found.at(-1)!)
}
const has = (label: string) => screen.queryAllByText(label, { selector: 'label' }).length > 0
const missing = () =>
  within(screen.getByRole('region', { name: '提交前检查' }))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const fill = (name: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } })

const everywhere = [
  '票种',
  '电压等级',
  '电站',
  '工单',
  '工作任务',
  '计划开始时间',
  '计划结束时间',
  '危险点与控制措施',
  '备注',
]
const ofWork = ['工作地点及内容', '应断开的断路器、隔离开关', '注意事项', '工作负责人', '作业人员']
const apart = [
  '工作条件',
  '工作票签发人',
  '外委作业',
  '主票',
  '动火方式',
  '操作项目',
  '操作监护人',
  '操作人',
  '发令人',
]
const byKind: [TicketKind, string, string[]][] = [
  ['first', '第一种工作票', [...ofWork, '工作票签发人', '外委作业']],
  ['second', '第二种工作票', [...ofWork, '工作条件', '工作票签发人', '外委作业']],
  ['hotFirst', '一级动火票', [...ofWork, '工作票签发人', '主票', '动火方式']],
  ['emergency', '事故抢修单', ofWork],
  ['operation', '操作票', ['操作项目', '操作监护人', '操作人', '发令人']],
]

test.each(byKind)('%s: %s has the fields of its kind', async (kind, title, fields) => {
  await show()
  if (kind !== 'first') await choose('票种', title)
  for (const label of [...everywhere, ...fields]) expect(has(label), label).toBe(true)
  for (const label of [...ofWork, ...apart].filter((each) => !fields.includes(each)))
    expect(has(label), label).toBe(false)
})

test('a co-signer is asked for only where people of another company work', async () => {
  await show()
  expect(has('会签人')).toBe(false)
  await userEvent.click(screen.getByRole('switch', { name: '外委作业' }))
  expect(has('会签人')).toBe(true)
  expect(missing()).toContain('外委作业请选择会签人')
})

test('what is missing changes while it is filled in, and leads to its field', async () => {
  await show()
  expect(missing()).toEqual(
    expect.arrayContaining(['请填写工作任务', '请选择工作负责人', '请填写工作地点及内容']),
  )
  expect(screen.queryByText('草稿现在可以保存')).toBeNull()
  fill('工作任务', '更换熔断器')
  expect(screen.getByText('草稿现在可以保存')).toBeTruthy()
  expect(missing()).not.toContain('请填写工作任务')
  await press('请填写危险点与控制措施')
  expect(document.activeElement?.textContent).toBe('添加危险点')
  await press('请选择工作负责人')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: '工作负责人' }))
  await choose('工作负责人', '李志强')
  expect(missing()).not.toContain('请选择工作负责人')
  await choose('工作票签发人', '李志强')
  expect(missing()).toContain('工作负责人和工作票签发人不能是同一人')
})

test('people are asked for by role, station and voltage, and stand with what the list says of them', async () => {
  const { sent } = await show()
  await choose('工作负责人', '李志强')
  expect(sent.filter(({ path }) => path === calls.people.path).map(({ input }) => input)).toContainEqual({
    psId: '12',
    voltage: '35',
    role: 'leader',
  })
  expect(screen.getByText('一班 · 有效期至 2027-03-31 · 正在办理 GZP-9', { selector: '.note' })).toBeTruthy()
})

test('a typical ticket fills in its lines at once, and asks before it replaces what is written', async () => {
  await show()
  await press('套用典型票')
  await choose('典型票', '箱变检修')
  await press('套用')
  expect(await screen.findByDisplayValue('断开 7号箱变高压负荷开关 331')).toBeTruthy()
  expect(screen.getByDisplayValue('触电')).toBeTruthy()
  const points = within(screen.getByText('隔离点'))
  expect([points.getByText('331').className, points.getByText('3317').className]).toEqual(['tag', 'tag'])
  await userEvent.clear(screen.getByDisplayValue('触电'))
  // A press within a second of the previous one counts as a repeat.
  await waitFor(async () => {
    await press('套用典型票')
    expect(screen.getByText('已填写的 4 条措施、操作和危险点会被替换。')).toBeTruthy()
  })
  await choose('典型票', '箱变检修')
  expect(screen.queryByDisplayValue('触电')).toBeNull()
  await press('替换')
  expect(await screen.findByDisplayValue('触电')).toBeTruthy()
})

test('a typical ticket brings its drawings, whose marks follow its lines and are sent', async () => {
  const [mark] = drawing().marks
  const marks = [{ ...mark!, text: typical.isolate[0]! }]
  const { sent } = await show({
    answers: {
      [typicalTicketCalls.page.path]: {
        pageList: [{ ...typical, drawings: [drawing({ marks })] }],
        rowCount: 1,
      },
      [calls.add.path]: draftDetail,
    },
  })
  await press('套用典型票')
  await choose('典型票', '箱变检修')
  await press('套用')
  const drawn = within(await screen.findByRole('region', { name: '第 1 张附图' }))
  expect(drawn.getByRole('button', { name: '标注 1，隔离点 断开 7号箱变高压负荷开关 331' })).toBeTruthy()
  fill('第 1 条应断开的断路器、隔离开关', '断开 7号箱变高压负荷开关 332')
  expect(drawn.getByRole('button', { name: '标注 1，隔离点 断开 7号箱变高压负荷开关 332' })).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: '删除第 1 条' })[0]!)
  expect(missing()).toContain('“7号箱变一次接线图”第 1 处标注：措施已改动，请重新选择所标的措施')
  fill('工作任务', '换熔断器')
  await press('保存草稿')
  await waitFor(() => expect(sent.some(({ path }) => path === calls.add.path)).toBe(true))
  const { drawings } = sent.find(({ path }) => path === calls.add.path)!.input as { drawings: object[] }
  expect(drawings).toEqual([
    {
      path: 'ab/1.png',
      title: '7号箱变一次接线图',
      marks: [{ ...mark, text: '断开 7号箱变高压负荷开关 332' }],
    },
  ])
})

test('an operation ticket hints at the order of its steps', async () => {
  await show()
  await choose('票种', '操作票')
  await press('添加操作项目')
  fill('第 1 条操作项目', '拉开 3311 隔离开关')
  expect(await screen.findByText('请核对操作顺序')).toBeTruthy()
})

test('a draft needs its kind, station, voltage and task only; fields of another kind are not sent', async () => {
  const { sent, onSaved } = await show({ answers: { [calls.add.path]: draftDetail } })
  const input = () => sent.find(({ path }) => path === calls.add.path)?.input
  await press('添加应断开的断路器、隔离开关')
  fill('第 1 条应断开的断路器、隔离开关', '断开 331')
  await choose('工作票签发人', '赵海燕')
  await press('添加工作班成员')
  await choose('第 1 人', '扎西')
  // Rows that are only begun do not stand in the way once their field is gone.
  await press('添加注意事项')
  await press('添加专责监护人')
  await press('保存草稿')
  expect(await screen.findByText('请填写工作任务', { selector: '.note' })).toBeTruthy()
  expect(input()).toBeUndefined()
  fill('工作任务', '箱变由运行转检修')
  await choose('票种', '操作票')
  await choose('工单', 'GD7')
  // A press within a second of the previous one counts as a repeat.
  await waitFor(
    async () => {
      await press('保存草稿')
      expect(onSaved).toHaveBeenCalledOnce()
    },
    { timeout: 5000, interval: 300 },
  )
  expect(input()).toMatchObject({
    kind: 'operation',
    psId: '12',
    voltage: '35',
    task: '箱变由运行转检修',
    orderIds: ['7'],
    isolate: [],
    people: [],
    issuerId: null,
  })
})

test('the crew has people with and without accounts; guards and workers with fire say more', async () => {
  const { sent } = await show({ answers: { [calls.add.path]: draftDetail } })
  await choose('票种', '一级动火票')
  fill('工作任务', '支架补焊')
  await press('添加工作班成员')
  await choose('第 1 人', '扎西')
  await press('添加动火执行人')
  fill('第 2 人的姓名', '马建军')
  fill('第 2 人的证书编号', 'H-1')
  await press('添加专责监护人')
  await choose('第 3 人', '赵海燕')
  fill('第 3 人的监护范围', '3号方阵')
  await choose('主票', 'GZP-90')
  fill('动火方式', '电焊')
  await press('保存草稿')
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.add.path)?.input).toMatchObject({
      mainId: '90',
      hotWork: { method: '电焊', plantMeasures: '', workMeasures: '' },
      people: [
        { part: 'crew', personId: '33', name: '扎西', certificate: 'H-33', watch: '' },
        { part: 'hotWorker', personId: null, name: '马建军', certificate: 'H-1', watch: '' },
        { part: 'guard', personId: '32', name: '赵海燕', watch: '3号方阵' },
      ],
    }),
  )
})

test('a draft is changed in the version that was read', async () => {
  const { sent } = await show({ asked: { id: '2' }, answers: { [calls.edit.path]: draftDetail } })
  expect(screen.getByRole('dialog', { name: '修改两票' })).toBeTruthy()
  expect(missing()).toEqual(['请选择工作票签发人', '请填写危险点与控制措施'])
  await choose('工作票签发人', '赵海燕')
  await press('添加危险点')
  fill('第 1 个危险点', '误碰')
  fill('第 1 个危险点的控制措施', '专人监护')
  expect(screen.getByText('已填齐，保存后即可提交')).toBeTruthy()
  await press('保存草稿')
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.edit.path)?.input).toMatchObject({
      id: '2',
      version: 1,
      issuerId: '32',
      conditions: '不停电',
      risks: [{ risk: '误碰', control: '专人监护' }],
      orderIds: [],
    }),
  )
})

test('leaving asks before anything typed is lost', async () => {
  const { onClose } = await show()
  fill('工作任务', '更换')
  await press('取消')
  expect(await screen.findByText('数据尚未保存，是否确定关闭?')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await press('确定')
  expect(onClose).toHaveBeenCalledOnce()
})

test('an order that cannot be read is told, and the ticket can be opened without it', async () => {
  await show({ orderId: '7', answers: { [workOrderCalls.detail.path]: refusal('工单不存在') } })
  expect(screen.getByText('工单不存在')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: '开票' })).toBeTruthy()
})

test('a ticket for an order begins with its station, task and time', async () => {
  const { sent } = await show({
    orderId: '7',
    answers: {
      [workOrderCalls.detail.path]: order,
      [calls.ordersAt.path]: [],
      [calls.add.path]: draftDetail,
    },
  })
  expect(screen.getByText(order.workCode)).toBeTruthy()
  await press('保存草稿')
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.add.path)?.input).toMatchObject({
      kind: 'first',
      psId: order.psId,
      task: order.taskDescription,
      planEndTime: order.planEndTime,
      orderIds: ['7'],
    }),
  )
})
