import { earthCalls } from '@heliodesk/contract/earths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { drawing } from '../../../domain/tickets/drawings/drawing.fixture.ts'
import { refusal } from '../../../lib/answering.fixture.ts'
import { CallError } from '../../../lib/call.ts'
import { queryClient } from '../../../lib/queries.ts'
import { dialogOf, isolateSheets, partOf, showSheet } from './show-sheet.fixture.tsx'
import { lineOf, MEMBER, ticketOf, workTicket } from './ticket.fixture.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolateSheets()

const button = (name: string) => screen.findByRole('button', { name })

test('the ticket stands with its number, its life and its fields', async () => {
  showSheet(workTicket)
  await screen.findByRole('heading', { name: /7 号箱变高压侧熔断器更换/ })
  expect(screen.getByText('GZP-1121-06')).toBeTruthy()
  const steps = within(screen.getByRole('region', { name: '办理进度' })).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    '草稿李志强 09:31',
    '待签发赵海燕 09:58',
    '待接票孙立诚 10:05',
    '待许可李志强 10:46',
    '5执行中已 3 时 46 分',
    '6待终结需拆除接地 1 组',
    '7已终结--',
  ])
  expect(steps[4]!.getAttribute('aria-current')).toBe('step')
  expect(screen.getByText('扎西、索南 共 2 人')).toBeTruthy()
  expect(screen.getByText('相邻 6、8 号箱变高压侧')).toBeTruthy()
})

test('what is locked is said, with the order and where it is mended', async () => {
  showSheet(workTicket)
  const said = await screen.findByText('工单提交验收、工作票终结，暂不能办理')
  const banner = said.closest<HTMLElement>('[role=status]')!
  expect(banner.textContent).toContain('① 工作票已终结② 2 号接地线拆除')
  expect(within(banner).getByRole('link', { name: '查看工单' }).getAttribute('href')).toBe(
    '#/taskCenter?order=70',
  )
  await userEvent.click(within(banner).getByRole('button', { name: '去处理' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('接地线台账')
  const locks = await partOf('状态锁')
  expect(locks.getAllByText('未满足')).toHaveLength(2)
  expect(locks.getAllByText('已满足')).toHaveLength(1)
})

test('nothing is said to be locked before the ticket waits for its permit', async () => {
  showSheet(ticketOf({ state: 'toIssue', stateLabel: '待签发' }))
  await partOf('状态锁')
  expect(screen.queryByText(/暂不能办理/)).toBeNull()
})

test('an act that cannot be done yet says why, and sends nothing', async () => {
  const { inputs } = showSheet(workTicket)
  const finish = await button('工作终结')
  expect(finish.getAttribute('aria-disabled')).toBe('true')
  expect(finish.getAttribute('aria-description')).toBe('工作班成员尚有 1 人未离场')
  await userEvent.click(finish)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(inputs(ticketCalls.act)).toEqual([])
})

const unticked = ticketOf({
  state: 'toPermit',
  stateLabel: '待许可',
  permittedTime: null,
  earths: [],
  hanging: 0,
  mayTick: true,
  lineList: [
    lineOf(1, '断开 400 断路器', { ticked: { at: '2026-11-21 10:26:00', name: '马晓东' } }),
    lineOf(2, '拉开 371'),
    lineOf(3, '装设接地线', { group: 'earth' }),
  ],
})

test('only the next measure can be ticked', async () => {
  const { inputs } = showSheet(unticked, { [ticketCalls.tick.path]: unticked })
  const measures = await partOf('安全措施')
  expect(measures.getByText('1 / 3 已执行，逐条打勾，不可跳项')).toBeTruthy()
  expect(measures.getByText(/马晓东/).textContent).toBe('马晓东 10:26')
  const buttons = measures.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['已执行第 2 条'])
  await userEvent.click(buttons[0]!)
  expect(inputs(ticketCalls.tick)).toEqual([{ id: '7', no: 2, part: 'tick' }])
})

test('nobody ticks who may not', async () => {
  showSheet({ ...unticked, mayTick: false })
  const measures = await partOf('安全措施')
  expect(measures.queryByRole('button')).toBeNull()
})

test('an earth is taken down with its guard, or handed to another ticket', async () => {
  const other = { id: '17', ticketNo: 'GZP-1121-09', kindLabel: '第一种工作票', task: '8 号箱变检修' }
  const { inputs } = showSheet(workTicket, {
    [ticketCalls.unhang.path]: workTicket,
    [ticketCalls.openAt.path]: [{ ...other, id: '7', ticketNo: 'GZP-1121-06' }, other],
  })
  const earths = await partOf('接地线台账')
  expect(earths.getByText('在装 1 组')).toBeTruthy()
  expect(earths.getByText('在装 3.9 h')).toBeTruthy()
  await userEvent.click(earths.getByRole('button', { name: /拆除登记/ }))
  const dialog = await dialogOf('拆除“接地线 2 号”？')
  await userEvent.click(dialog.getByRole('button', { name: '移交' }))
  const send = dialog.getAllByRole('button', { name: '移交' }).at(-1)!
  expect(send.getAttribute('aria-description')).toBe('请选择移交至哪张票')
  await userEvent.click(dialog.getByRole('combobox', { name: '移交至' }))
  expect(screen.queryByTitle('GZP-1121-06')).toBeNull()
  await userEvent.click(await screen.findByTitle('GZP-1121-09'))
  await userEvent.click(dialog.getByRole('combobox', { name: '监护人' }))
  await userEvent.click(await screen.findByTitle('周敏'))
  await userEvent.click(send)
  await vi.waitFor(() =>
    expect(inputs(ticketCalls.unhang)).toEqual([{ id: '7', hangingId: '2', handTo: '17', guardId: '41' }]),
  )
})

test('an earth of the ledger is hung, not one that hangs already', async () => {
  const stored = (id: string, name: string) => ({
    id,
    name,
    kindLabel: '接地线',
    voltage: '35',
    place: '1号柜',
    testDueState: null,
  })
  const { inputs } = showSheet(workTicket, {
    [ticketCalls.hang.path]: refusal('该接地线正在送检'),
    [earthCalls.page.path]: { pageList: [stored('92', '2 号'), stored('95', '5 号')], rowCount: 2 },
  })
  const earths = await partOf('接地线台账')
  await userEvent.click(earths.getByRole('button', { name: '装设' }))
  const dialog = await dialogOf('装设接地')
  await userEvent.click(dialog.getByRole('combobox', { name: '接地' }))
  expect(screen.queryByTitle('接地线 2 号')).toBeNull()
  await userEvent.click(await screen.findByTitle('接地线 5 号'))
  await userEvent.type(dialog.getByLabelText('装设位置'), '电源侧')
  await userEvent.click(dialog.getByRole('button', { name: '登记装设' }))
  expect(inputs(earthCalls.page)).toMatchObject([{ psIds: '12', state: 'stored' }])
  expect(inputs(ticketCalls.hang)).toEqual([])
  expect(dialog.getByText('请选择验电时间')).toBeTruthy()
  expect(dialog.getByText('请选择监护人')).toBeTruthy()
})

test('a member leaves for themselves, the leader for those without an account', async () => {
  const people2 = workTicket.people.map((each) => ({ ...each, isInside: true, leftTime: null }))
  const ticket = ticketOf({ people: people2 })
  const { inputs } = showSheet(ticket, { [ticketCalls.leave.path]: ticket })
  const crew = await partOf('工作班')
  expect(crew.getByText('在场 2 / 2')).toBeTruthy()
  await userEvent.click(crew.getByRole('button', { name: /离场签名/ }))
  expect(inputs(ticketCalls.leave)).toEqual([{ id: '7', no: 3 }])
})

test('a member sees only the own signature', async () => {
  showSheet(ticketOf({ isLeader: false, acts: [], askable: [], mayHang: false }), {}, { as: MEMBER })
  const crew = await partOf('工作班')
  expect(crew.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['离场签名扎西'])
  expect((await partOf('接地线台账')).queryByRole('button')).toBeNull()
})

test('the records show the signatures, and that the content is another since', async () => {
  showSheet(workTicket)
  const records = await partOf('办理记录')
  const entries = records.getAllByRole('listitem')
  expect(entries[0]!.textContent).toContain('确认开工')
  expect(entries[0]!.textContent).toContain('签名后内容已变')
  expect(entries[1]!.textContent).toContain('马晓东 · 工作许可人')
  expect(entries[1]!.textContent).toContain('签名 8f3a21c9')
  expect(entries[1]!.textContent).not.toContain('签名后内容已变')
  const roles = await partOf('人员与分离')
  expect(roles.getByText('10:44 许可')).toBeTruthy()
  expect(
    roles.getByText(
      '工作票签发人与工作负责人，工作票签发人与工作许可人，工作负责人与工作许可人不能是同一人；换人须重新签名。',
    ),
  ).toBeTruthy()
})

test('a ticket beyond its time is said to be late', async () => {
  showSheet(ticketOf({ isLate: true, validUntil: '2026-11-21 12:00:00' }))
  expect(await screen.findByText('已超过有效期 2 时 32 分')).toBeTruthy()
})

test('a stamped ticket ends where it was stopped', async () => {
  showSheet(
    ticketOf({
      state: 'void',
      stateLabel: '作废',
      stamp: 'void',
      stampReason: '措施错误',
      stampedBy: '孙立诚',
      stampedTime: '2026-11-21 13:00:00',
      acts: [],
      askable: [],
    }),
  )
  const steps = within(await screen.findByRole('region', { name: '办理进度' })).getAllByRole('listitem')
  expect(steps.at(-1)!.textContent).toBe('作废孙立诚 13:00')
  expect(steps).toHaveLength(6)
  expect(screen.getByTitle('措施错误 · 孙立诚 · 2026-11-21 13:00').textContent).toBe('作废')
})

test('a ticket that is gone says so, and one that was not read offers to try again', async () => {
  const { onClose } = showSheet(workTicket, {
    [ticketCalls.detail.path]: new CallError('数据不存在或无权查看', 200, 'not_found', '', ''),
  })
  const notice = await dialogOf('该数据及相关功能已删除')
  await userEvent.click(notice.getAllByRole('button').at(-1)!)
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  queryClient.clear()
  showSheet(workTicket, { [ticketCalls.detail.path]: refusal('服务暂时不可用', 500) })
  expect(await screen.findByText('两票没有取到')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

test('a member who has not signed the briefing is led to the signature', async () => {
  const people = workTicket.people.map((person) =>
    person.personId === MEMBER ? { ...person, briefedTime: null, isInside: false } : person,
  )
  const ticket = ticketOf({ people, isLeader: false })
  const { inputs } = showSheet(ticket, { [ticketCalls.enter.path]: ticket }, { as: MEMBER })
  await userEvent.click(await screen.findByRole('button', { name: '去签名' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('工作班')
  const crew = await partOf('工作班')
  await userEvent.click(crew.getByRole('button', { name: /交底签名/ }))
  expect(inputs(ticketCalls.enter)).toEqual([{ id: '7', no: 2 }])
})

test('what belongs together is linked: the order, work with fire, and who relies on the same point', async () => {
  const other = {
    ticketNo: 'GZP-1121-09',
    kindLabel: '第一种工作票',
    stateLabel: '执行中',
    task: '8 号箱变检修',
  }
  showSheet(
    ticketOf({
      hotTickets: [{ ...other, id: '18', ticketNo: 'DHP-1121-01' }],
      sharing: [{ ...other, id: '17', points: ['371'] }],
    }),
  )
  const links = await partOf('关联')
  expect(links.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['GD20261121000038', '#/taskCenter?order=70'],
    ['DHP-1121-01', '#/operation/ticket?ticket=18'],
    ['GZP-1121-09', '#/operation/ticket?ticket=17'],
  ])
  expect(links.getByText('371 同为两张票的隔离点，终结后不能单独送电')).toBeTruthy()
})

test('the drawings say which of their measures are done, and are enlarged with their marks', async () => {
  const [first, second, third] = workTicket.lineList
  showSheet({
    ...workTicket,
    lineList: [first!, second!, { ...third!, ticked: null }],
    drawings: [drawing()],
  })
  const part = await partOf('附图')
  const legend = part.getByRole('list', { name: '7号箱变一次接线图的标注' })
  expect(
    within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('隔离点已执行拉开 7 号箱变高压负荷开关 371'),
    expect.stringContaining('接地点未执行在高压熔断器两侧各装设接地线一组'),
    expect.stringMatching(/保留带电35kV 集电线路$/),
  ])
  fireEvent.click(part.getByRole('button', { name: /放大 7号箱变一次接线图/ }))
  expect(await screen.findByRole('group', { name: '图片预览' })).toBeTruthy()
})

test('a ticket without drawings says nothing of them', async () => {
  showSheet(workTicket)
  await partOf('安全措施')
  expect(screen.queryByRole('region', { name: '附图' })).toBeNull()
})
