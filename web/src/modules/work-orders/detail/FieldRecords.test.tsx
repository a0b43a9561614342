import { fieldWorkCalls, type FieldRecord } from '@heliodesk/contract/field-work.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { FieldRecords } from './FieldRecords.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
afterEach(cleanup)

const record: FieldRecord = {
  id: '31',
  act: 'hours',
  actName: '登记工时',
  outcome: 'record',
  marks: [],
  authorName: '王强',
  deviceTime: '2019-11-05 10:12:00',
  doneTime: '2019-11-05 09:12:00',
  arrivalTime: '2019-11-05 14:31:00',
  lines: [{ label: '工时', text: '王强 2019-11-05 08:00 至 2019-11-05 09:00，2 人' }],
  why: '工单已于 2019-11-05 08:30 由 陈建国 作废',
  stepNo: null,
  photo: null,
  beside: null,
  choice: null,
}
const disputed: FieldRecord = {
  ...record,
  id: '32',
  act: 'step',
  actName: '填写作业步骤',
  outcome: 'both',
  lines: [{ label: '第 1 步 更换风扇', text: '已完成，8.8 A' }],
  why: '李慧 已于 2019-11-05 09:00 填写不同的内容',
  stepNo: 1,
  beside: { text: '已完成，9.1 A', authorName: '李慧', doneTime: '2019-11-05 09:00:00' },
}
const order = { ...fullOrder, fieldRecords: 2 }

function show(rows: FieldRecord[], choiceRefusal: string | null = null) {
  const sent = answering({
    [fieldWorkCalls.records.path]: { rows, choiceRefusal },
    [fieldWorkCalls.choose.path]: order,
  })
  render(<FieldRecords id="order-fieldRecords" title="补充记录" order={order} />, { wrapper: Page })
  return sent
}

test('a record says who did what, by which clock, when it came and why it has no effect', async () => {
  show([{ ...record, marks: ['future', 'afterTicket'] }])
  const row = await screen.findByRole('listitem')
  for (const text of ['登记工时', '设备时间晚于实际时间', '票已收回后作业', '不计入工单', '2 人', record.why])
    expect(row.textContent).toContain(text)
  expect(row.textContent).toContain(
    '王强 · 设备时间 2019-11-05 10:12（约为 2019-11-05 09:12），2019-11-05 14:31 送达',
  )
  expect(screen.queryByRole('group')).toBeNull()
})

test('a clock that is right is told once', async () => {
  show([{ ...record, deviceTime: '2019-11-05 09:12:20' }])
  expect((await screen.findByRole('listitem')).textContent).not.toContain('约为')
})

test.each([
  ['done', null, '已计入工单'],
  ['both', { isChosen: true, chooserName: '陈建国', chooseTime: '2019-11-06 08:00:00' }, '已采用'],
  ['both', { isChosen: false, chooserName: '陈建国', chooseTime: '2019-11-06 08:00:00' }, '未采用'],
] as const)('what became of one that is %s, chosen %j: %s', async (outcome, choice, said) => {
  show([{ ...disputed, outcome, choice }])
  expect((await screen.findByRole('listitem')).textContent).toContain(said)
  expect(screen.queryByRole('group')).toBeNull()
})

test('two values of a step stand beside each other, and the acceptor chooses one', async () => {
  const sent = show([disputed])
  const group = await screen.findByRole('group', { name: '第 1 步 更换风扇的不一致内容' })
  expect(
    within(group)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual([
    '已完成，9.1 A李慧 2019-11-05 09:00 填写，工单现有内容保留现有',
    '已完成，8.8 A王强 2019-11-05 09:12 填写，2019-11-05 14:31 送达采用',
  ])
  fireEvent.click(within(group).getByRole('button', { name: '采用' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('第 1 步 更换风扇：采用“已完成，8.8 A”？')
  fireEvent.click(within(dialog).getByRole('button', { name: '选定' }))
  await vi.waitFor(() =>
    expect(sent.filter(({ path }) => path === fieldWorkCalls.choose.path).map(({ input }) => input)).toEqual([
      { id: '7', version: 3, stepNo: 1, recordId: '32' },
    ]),
  )
})

test('who may not choose reads why', async () => {
  show([{ ...disputed, stepNo: 0, lines: [{ label: '执行情况', text: '未换' }] }], '由验收人选定')
  const group = await screen.findByRole('group', { name: '执行情况的不一致内容' })
  expect(within(group).queryByRole('button')).toBeNull()
  expect(group.textContent).toContain('已换风扇')
  expect(group.textContent).toContain('由验收人选定')
})
