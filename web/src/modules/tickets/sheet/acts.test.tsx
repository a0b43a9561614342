import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type { TicketAct } from '@heliodesk/contract/ticket-states.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { dialogOf, isolateSheets, partOf, showSheet } from './show-sheet.fixture.tsx'
import { hotTicket, ISSUER, ticketOf, workTicket } from './ticket.fixture.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolateSheets()

const answered = { [ticketCalls.act.path]: workTicket }

/** The ticket in a state that offers this act. */
const offering = (act: TicketAct, title: string, more: Partial<TicketDetail> = {}) =>
  ticketOf({ acts: [{ act, title, refusal: null }], askable: [], ...more })

async function ask(title: string) {
  await userEvent.click(await screen.findByRole('button', { name: title }))
  return dialogOf(`${title}？`)
}

test('the issuer says what stays live', async () => {
  const ticket = offering('issue', '签发', { state: 'toIssue', stateLabel: '待签发', liveParts: '' })
  const { inputs } = showSheet(ticket, answered)
  const dialog = await ask('签发')
  await userEvent.type(dialog.getByLabelText('保留带电部分'), '6 号箱变高压侧')
  await userEvent.click(dialog.getByRole('button', { name: '签发' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.act)).toEqual([
      { id: '7', version: 6, act: 'issue', liveParts: '6 号箱变高压侧' },
    ]),
  )
})

test('a permit by telephone is repeated word by word by the leader', async () => {
  const ticket = offering('permit', '许可', {
    state: 'toPermit',
    stateLabel: '待许可',
    permittedTime: null,
    permitMode: null,
  })
  const { inputs } = showSheet(ticket, answered)
  const dialog = await ask('许可')
  await userEvent.click(dialog.getByRole('button', { name: '电话许可' }))
  await userEvent.type(dialog.getByLabelText('补充措施'), '加挂一块标示牌')
  await userEvent.click(dialog.getByRole('button', { name: '许可' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.act)).toEqual([
      { id: '7', version: 6, act: 'permit', mode: 'phone', supplement: '加挂一块标示牌' },
    ]),
  )
})

test('without the words repeated the work does not begin after a permit by telephone', async () => {
  const ticket = offering('confirm', '确认开工', {
    state: 'toPermit',
    stateLabel: '待许可',
    permitMode: 'phone',
  })
  const { inputs } = showSheet(ticket, answered)
  const dialog = await ask('确认开工')
  await userEvent.click(dialog.getByRole('button', { name: '确认开工' }))
  expect(dialog.getByText('请填写复诵内容')).toBeTruthy()
  expect(inputs(ticketCalls.act)).toEqual([])
})

test('face to face nothing has to be repeated', async () => {
  const ticket = offering('confirm', '确认开工', {
    state: 'toPermit',
    stateLabel: '待许可',
    permitMode: 'face',
  })
  const { inputs } = showSheet(ticket, answered)
  const dialog = await ask('确认开工')
  expect(dialog.queryByLabelText('复诵内容')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: '确认开工' }))
  await vi.waitFor(() => expect(inputs(ticketCalls.act)).toEqual([{ id: '7', version: 6, act: 'confirm' }]))
})

test('the work ends once the leader has said that the site is clear', async () => {
  const { inputs } = showSheet(offering('finish', '工作终结'), answered)
  const dialog = await ask('工作终结')
  const end = dialog.getByRole('button', { name: '工作终结' })
  expect(end.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(dialog.getByRole('checkbox', { name: /现场已清理，人员、工具已清点/ }))
  await userEvent.click(end)
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.act)).toEqual([{ id: '7', version: 6, act: 'finish', isClear: true }]),
  )
})

test('who calls the work back says why', async () => {
  const { inputs } = showSheet(offering('recall', '收回'), answered)
  const dialog = await ask('收回')
  await userEvent.type(dialog.getByLabelText('原因'), '超过有效期')
  await userEvent.click(dialog.getByRole('button', { name: '收回' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.act)).toEqual([{ id: '7', version: 6, act: 'recall', reason: '超过有效期' }]),
  )
})

test('an act on an old version is refused in the dialog, which offers to look again', async () => {
  const stale = new CallError('两票刚刚更新，请刷新', 200, 'record.stale', '', '')
  showSheet(offering('pause', '间断'), { [ticketCalls.act.path]: stale })
  const dialog = await ask('间断')
  await userEvent.click(dialog.getByRole('button', { name: '间断' }))
  expect(await dialog.findByText(/两票刚刚更新/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: '刷新' })).toBeTruthy()
})

test('a change is asked for from the menu; one that cannot be says why', async () => {
  const { inputs } = showSheet(workTicket, { [ticketCalls.ask.path]: workTicket })
  await userEvent.click(await screen.findByRole('button', { name: '变更' }))
  const leader = await screen.findByRole('menuitem', { name: /负责人变更/ })
  expect(leader.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('menuitem', { name: /延期/ }))
  const dialog = await dialogOf('申请延期？')
  await userEvent.click(dialog.getByRole('button', { name: '申请' }))
  expect(dialog.getByText('请选择延期至')).toBeTruthy()
  expect(inputs(ticketCalls.ask)).toEqual([])
})

test('a new leader is one who is qualified, and not the present one', async () => {
  const ticket = ticketOf({
    state: 'paused',
    stateLabel: '间断',
    askable: [{ change: 'leader', title: '负责人变更', refusal: null }],
  })
  const { inputs } = showSheet(ticket, { [ticketCalls.ask.path]: ticket })
  await userEvent.click(await screen.findByRole('button', { name: '变更' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /负责人变更/ }))
  const dialog = await dialogOf('申请负责人变更？')
  await userEvent.click(dialog.getByRole('combobox', { name: '新工作负责人' }))
  await userEvent.click(await screen.findByTitle('周敏'))
  await userEvent.type(dialog.getByLabelText('原因'), '因故离开')
  await userEvent.click(dialog.getByRole('button', { name: '申请' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.ask)).toEqual([
      { id: '7', version: 6, change: 'leader', personId: '41', reason: '因故离开' },
    ]),
  )
  expect(inputs(ticketCalls.people)).toEqual([{ psId: '12', voltage: '35', role: 'leader' }])
})

const change: TicketDetail['changes'][number] = {
  id: '3',
  change: 'extend',
  title: '延期',
  state: 'open',
  stateLabel: '待同意',
  says: '延期至 2026-11-22 18:00',
  reason: '备件未到',
  askedBy: '李志强',
  askedTime: '2026-11-21 14:00:00',
  agreed: [],
  waitsFor: '等工作许可人同意',
  isTodo: true,
}

test.each([
  ['同意', 'agree'],
  ['不同意', 'refuse'],
] as const)('a change is answered with %s', async (verb, answer) => {
  const ticket = ticketOf({ changes: [change], isLeader: false })
  const { inputs } = showSheet(ticket, { [ticketCalls.answer.path]: ticket })
  const changes = await partOf('变更')
  expect(changes.queryByRole('button', { name: '撤回' })).toBeNull()
  await userEvent.click(changes.getByRole('button', { name: verb }))
  const dialog = await dialogOf(`${verb}延期？`)
  expect(dialog.getByText('延期至 2026-11-22 18:00；备件未到')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: verb }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.answer)).toEqual([{ id: '7', version: 6, changeId: '3', answer }]),
  )
})

test('the leader takes back what was asked, and answers nothing', async () => {
  const ticket = ticketOf({ changes: [{ ...change, isTodo: false }] })
  const { inputs } = showSheet(ticket, { [ticketCalls.answer.path]: ticket })
  const changes = await partOf('变更')
  expect(changes.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['撤回'])
  await userEvent.click(changes.getByRole('button', { name: '撤回' }))
  const dialog = await dialogOf('撤回延期？')
  await userEvent.click(dialog.getByRole('button', { name: '撤回' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.answer)).toEqual([{ id: '7', version: 6, changeId: '3', answer: 'withdraw' }]),
  )
})

test('the gas is measured again when its time is over, and the result is chosen', async () => {
  const { inputs } = showSheet(hotTicket, { [ticketCalls.measure.path]: hotTicket })
  expect(await screen.findByText('气体测定已到时间')).toBeTruthy()
  const gas = await partOf('气体测定')
  expect(gas.getByText('11-21 12:40 前再测').className).toContain('err')
  await userEvent.click(gas.getByRole('button', { name: '登记' }))
  const dialog = await dialogOf('登记气体测定')
  await userEvent.type(dialog.getByLabelText('测定值'), '0.3 %LEL')
  await userEvent.click(dialog.getByRole('button', { name: '登记' }))
  expect(dialog.getByText('请选择结果')).toBeTruthy()
  await userEvent.click(dialog.getByRole('combobox', { name: '结果' }))
  await userEvent.click(await screen.findByTitle('不合格'))
  vi.setSystemTime(Date.now() + 2000)
  await userEvent.click(dialog.getByRole('button', { name: '登记' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.measure)).toEqual([
      { id: '9', gas: '可燃气体', value: '0.3 %LEL', isSafe: false },
    ]),
  )
})

test('the leader takes on somebody of another company', async () => {
  const { inputs } = showSheet(workTicket, { [ticketCalls.addPerson.path]: workTicket })
  const crew = await partOf('工作班')
  await userEvent.click(crew.getByRole('button', { name: '增加人员' }))
  const dialog = await dialogOf('增加人员')
  await userEvent.click(dialog.getByRole('button', { name: '外单位' }))
  await userEvent.type(dialog.getByLabelText('姓名'), '王磊')
  await userEvent.type(dialog.getByLabelText('原因'), '人手不够')
  await userEvent.click(dialog.getByRole('button', { name: '增加' }))
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.addPerson)).toEqual([
      { id: '7', part: 'crew', name: '王磊', reason: '人手不够' },
    ]),
  )
})

const draft = ticketOf({
  ticketNo: '',
  state: 'draft',
  stateLabel: '草稿',
  acts: [{ act: 'submit', title: '提交', refusal: '请填写危险点与控制措施' }],
  askable: [],
})

test('a draft that was never submitted is deleted by its author, and its sheet closes', async () => {
  const { inputs, onClose } = showSheet(draft, { [ticketCalls.remove.path]: {} })
  expect(await screen.findByRole('button', { name: '修改' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '删除草稿' }))
  const dialog = await dialogOf('删除草稿“7 号箱变高压侧熔断器更换”？')
  await userEvent.click(dialog.getByRole('button', { name: '删除' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(inputs(ticketCalls.remove)).toEqual([{ id: '7', version: 6 }])
})

test('one that was sent back is changed but never deleted', async () => {
  showSheet({ ...draft, ticketNo: 'GZP-1121-06' })
  expect(await screen.findByRole('button', { name: '修改' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '删除草稿' })).toBeNull()
})

test('a draft of somebody else is not changed', async () => {
  showSheet({ ...draft, isLeader: false }, {}, { as: ISSUER })
  expect(await screen.findByRole('button', { name: '打印' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull()
})

test('the ticket is printed on the page of its form', async () => {
  showSheet(draft)
  await userEvent.click(await screen.findByRole('button', { name: '打印' }))
  await vi.waitFor(() => expect(window.location.hash).toBe('#/operation/ticket/print?id=7'))
})
