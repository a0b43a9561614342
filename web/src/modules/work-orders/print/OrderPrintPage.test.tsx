import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { outageCalls } from '@heliodesk/contract/outages.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { fullOrder as detail } from '../order.fixture.ts'
import { OrderPrintPage } from './OrderPrintPage.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const event = {
  id: '1',
  at: '2026-11-20 08:00:00',
  actorName: '孙立诚',
  fromSts: null,
  toSts: 1,
  doneTime: null,
  color: null,
}
const history = [
  { ...event, id: '2', action: 'assign', actionName: '指派', note: '→ 李沐阳' },
  { ...event, action: 'create', actionName: '新建工单', note: '' },
]
const outages = {
  at: '2026-11-20 08:00:00',
  rows: [],
  total: { lostKwh: 0, lostYuan: 0, rate: 0, open: 0 },
  byParty: [],
  mayChange: false,
}
const ticket = {
  id: '20',
  ticketNo: 'GZP1-2611-12-001',
  ticketTypeDtlLabel: '第一种工作票',
  workContent: '更换熔断器',
  stateLabel: '执行中',
  createUserName: '李沐阳',
  ticketCreateTime: '2026-11-20 08:10:00',
}
const answersFor = (order: object) => ({
  [ticketCalls.ofOrder.path]: { pageList: [ticket], rowCount: 1 },
  [workOrderCalls.detail.path]: order,
  [workOrderCalls.history.path]: history,
  [outageCalls.list.path]: outages,
})
const show = (order: object) => {
  answering(answersFor(order))
  showPage(<OrderPrintPage />, `/print?id=${detail.id}`)
}
const print = () => screen.getByRole('button', { name: '打印' })
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent)

test('the paper has the sections of the detail, the history in order, and lines to sign', async () => {
  show({ ...detail, needTicket: 1, flowSts: 4, flowStsName: '已完成', otherSts: 5, photoList: [] })
  expect(await screen.findByRole('heading', { level: 1, name: `${detail.taskTypeLabel}工单` })).toBeTruthy()
  expect(rowsOf('基本信息').join()).toContain(detail.psName)
  expect(rowsOf('办理记录').slice(1)).toEqual([
    '12026-11-20 08:00新建工单孙立诚--',
    '22026-11-20 08:00指派孙立诚→ 李沐阳',
  ])
  expect(rowsOf('两票信息').slice(1)).toEqual([
    '1GZP1-2611-12-001第一种工作票更换熔断器执行中李沐阳2026-11-20 08:10',
  ])
  expect(rowsOf('签字').join()).toContain('验收人')
  expect(screen.getByRole('img', { name: `工单 ${detail.workCode} 的二维码` })).toBeTruthy()
  expect(screen.getByRole('article').dataset.mark).toBeUndefined()
})

test('the paper has what technicians sent later', async () => {
  const record = {
    id: '3',
    actName: '填写作业步骤',
    authorName: '李沐阳',
    doneTime: '2026-11-20 09:12:00',
    arrivalTime: '2026-11-20 14:31:00',
    lines: [{ label: '第 1 步 更换风扇', text: '已完成' }],
    why: '工单已作废',
  }
  const order = { ...detail, fieldRecords: 1, photoList: [] }
  answering({
    ...answersFor(order),
    [fieldWorkCalls.records.path]: { rows: [record], choiceRefusal: null },
  })
  showPage(<OrderPrintPage />, `/print?id=${detail.id}`)
  await screen.findByRole('table', { name: '补充记录' })
  expect(rowsOf('补充记录').slice(1)).toEqual([
    '1李沐阳2026-11-20 09:122026-11-20 14:31填写作业步骤；第 1 步 更换风扇：已完成工单已作废',
  ])
})

test.each([
  [2, '处理中', /尚未验收/],
  [5, '已终止', /未经验收，不得作为完工依据/],
])('an order in state %i says on the paper that it is %s', async (flowSts, flowStsName, warning) => {
  show({ ...detail, flowSts, flowStsName, photoList: [] })
  expect(await screen.findByText(warning)).toBeTruthy()
  expect(screen.getByRole('article').dataset.mark).toBe(flowStsName)
})

test('it is printed once it is read, with its photos', async () => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  answering({ ...answersFor(detail), [workOrderCalls.detail.path]: refusal('数据不存在或无权查看') })
  showPage(<OrderPrintPage />, `/print?id=${detail.id}`)
  expect(await screen.findByText('数据不存在或无权查看')).toBeTruthy()
  expect(print().getAttribute('aria-disabled')).toBe('true')
  const photo = {
    id: '9',
    stepNo: 1,
    file: { name: '现场.png', url: '/photo.png', fileUrlThumbnail: null },
    addTime: '2026-11-20 09:00:00',
    takenTime: null,
    uploaderName: '李沐阳',
    latitude: 38.12345678,
    longitude: 106,
  }
  const stepList = [
    {
      name: '现场确认',
      required: true,
      needPhoto: true,
      needValue: false,
      done: true,
      doneAt: null,
      value: '',
      note: '',
    },
  ]
  answering(answersFor({ ...detail, flowSts: 2, otherSts: 3, stepList, photoList: [photo] }))
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  const picture = await screen.findByRole('img', { name: '现场.png' })
  expect(screen.getByText(/上传 2026-11-20 09:00 李沐阳 38.12346, 106.00000/)).toBeTruthy()
  expect(print().getAttribute('aria-disabled')).toBe('true')
  fireEvent.load(picture)
  await userEvent.click(print())
  expect(printed).toHaveBeenCalledOnce()
})
