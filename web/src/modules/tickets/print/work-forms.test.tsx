import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawing } from '../../../domain/tickets/drawings/drawing.fixture.ts'
import { isolatePages } from '../../../kit/page.fixture.tsx'
import { ticketOf, workTicket } from '../sheet/ticket.fixture.ts'
import { abortedSwitching, closedTicket, draft, fireTicket, happened, onForm } from './print.fixture.ts'
import { blanksOf, rowsOf, rubric, rubricsOf, showPaper, textOf } from './show-paper.fixture.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const MEASURES = '安全措施（必要时可附页绘图说明）'
const BRIEFED = '确认工作负责人布置的工作任务和安全措施，工作班人员签名'
const DAILY = '每日开工和收工时间（使用一天的工作票不必填写）'
const CREW = '工作班人员（不包括工作负责人）'
const CREW_CHANGE = '工作人员变动情况（变动人员姓名、日期及时间）'

test('the form of the first kind has its sixteen parts in the order of the standard', async () => {
  const { paper, title } = await showPaper(closedTicket)
  expect(title).toBe('电气第一种工作票')
  expect(paper.textContent).toContain('单位：共和运维一班编号：GZP-1121-06')
  expect(rubricsOf(paper)).toEqual([
    '1. 工作负责人（监护人）：',
    `2. ${CREW}：`,
    '3. 工作的变、配电站名称及设备双重名称：',
    '4. 工作任务：',
    '5. 计划工作时间：',
    `6. ${MEASURES}：`,
    '7. 收到工作票时间：',
    '8. 确认本工作票 1～7 项，许可开始工作：',
    `9. ${BRIEFED}：`,
    '10. 工作负责人变动情况：',
    `11. ${CREW_CHANGE}：`,
    '12. 工作票延期：',
    `13. ${DAILY}：`,
    '14. 工作终结：',
    '15. 工作票终结：',
    '16. 备注：',
  ])
})

test('what was planned, done and signed stands on it, with the names and times', async () => {
  await showPaper(closedTicket)
  // The leader by whom it was issued, although another one has taken over.
  expect(textOf('工作负责人（监护人）')).toContain('李志强班组：共和运维一班')
  expect(textOf('工作的变、配电站名称及设备双重名称')).toContain('共和恒昌一期（35 kV）7 号箱变高压室')
  expect(textOf('工作任务')).toContain('7 号箱变高压侧熔断器更换')
  expect(textOf(CREW)).toContain('扎西、索南共 2 人')
  expect(rowsOf('工作任务')).toEqual([['7 号箱变高压室', '更换 B 相高压熔断器']])
  expect(textOf('计划工作时间')).toContain(
    '自 2026 年 11 月 21 日 09 时 30 分 至 2026 年 11 月 21 日 18 时 00 分',
  )
  expect(rowsOf('应拉断路器（开关）、隔离开关（刀闸）')).toEqual([
    ['1. 断开 7 号箱变低压侧 400 断路器', '√'],
    ['2. 拉开 7 号箱变高压负荷开关 371', '√'],
  ])
  expect(rowsOf('应装接地线、应合接地刀闸（注明确实地点、名称及接地线编号）')).toContainEqual([
    '接地线 2 号：高压熔断器负荷侧 A、B、C 相',
    '√',
  ])
  expect(rowsOf('应设遮栏、应挂标示牌及防止二次回路误碰等措施')).toEqual([
    ['1. 在 371 操作把手上悬挂“禁止合闸，有人工作！”', '√'],
    ['2. 在工作地点悬挂“在此工作！”', ''],
  ])
  expect(rowsOf('保留带电部分和补充措施')[0]).toEqual([
    '1. 相邻 6、8 号箱变高压侧2. 与相邻 6、8 号箱变保持 1.00 m',
    '7 号箱变高压室门外装设围栏',
  ])
  expect(textOf(MEASURES)).toContain('工作票签发人签名：赵海燕2026 年 11 月 21 日 09 时 58 分')
  expect(textOf('收到工作票时间')).toContain('2026 年 11 月 21 日 10 时 05 分运行值班负责人签名：孙立诚')
  const permit = textOf('确认本工作票 1～7 项，许可开始工作')
  expect(permit).toContain('工作许可人签名：马晓东2026 年 11 月 21 日 10 时 44 分')
  expect(permit).toContain('工作负责人签名：李志强2026 年 11 月 21 日 10 时 46 分')
  expect(permit).toContain('电话许可；复诵：371 已拉开，已接地')
  expect(textOf(BRIEFED)).toContain('扎西 11-21 10:50')
  expect(textOf(BRIEFED)).toContain('专责监护人 周敏 11-21 10:50')
})

test('what changed while the work went on stands in its parts', async () => {
  await showPaper(closedTicket)
  expect(textOf('工作负责人变动情况')).toContain(
    '原工作负责人 李志强 离去，变更 王建国 为工作负责人。原因：外出开会',
  )
  expect(textOf('工作负责人变动情况')).toContain('工作票签发人签名：赵海燕2026 年 11 月 21 日 18 时 15 分')
  expect(textOf('工作负责人变动情况')).toContain('新工作负责人签名：王建国2026 年 11 月 21 日 18 时 20 分')
  expect(rowsOf('工作人员变动')).toEqual([['11-21 14:10', '减少人员', '索南：身体不适', '李志强']])
  // One that was refused is none.
  expect(rowsOf('工作票延期')).toEqual([
    ['延期至 2026-11-22 18:00；备件晚到', '李志强 11-21 15:00', '马晓东 11-21 15:05'],
  ])
  expect(rowsOf('每日开工和收工')).toEqual([
    ['11-21 12:00', '李志强', '', '11-21 13:00', '', '李志强'],
    ['11-21 18:00', '李志强', '', '11-22 08:35', '马晓东', '李志强'],
  ])
  expect(textOf('备注')).toContain('指定专责监护人 周敏 负责监护 7 号箱变高压室 B 相')
  expect(textOf('备注')).toContain('增加任务：7 号箱变高压室 A 相：紧固熔断器底座')
  expect(textOf('备注')).toContain('关联工单：GD20261121000038')
  expect(textOf('备注')).toContain('现场风力四级')
})

test('both ends stand on it, with the earths that are left to another ticket', async () => {
  await showPaper(closedTicket)
  expect(textOf('工作终结')).toContain('全部工作于 2026 年 11 月 22 日 17 时 02 分 结束')
  expect(textOf('工作终结')).toContain('工作负责人签名：王建国2026 年 11 月 22 日 17 时 02 分')
  expect(textOf('工作票终结')).toContain('接地线 2 号（移交 GZP1-2611-12-004）')
  expect(textOf('工作票终结').replaceAll(' ', '')).toContain('共接地线1组、接地刀闸0副')
  expect(blanksOf(rubric('工作票终结'))).toBe(0)
  expect(rowsOf('接地装拆记录').map(([name]) => name)).toEqual(['接地线 1 号', '接地线 2 号'])
  expect(rowsOf('危险点与控制措施')).toEqual([['1', '误登带电箱变', '专责监护，挂“止步，高压危险！”']])
})

test('a ticket under which work goes on leaves room to write what is not known yet', async () => {
  const { paper } = await showPaper(workTicket)
  expect(blanksOf(rubric('工作终结'))).toBe(5)
  expect(blanksOf(rubric('工作票终结'))).toBe(5)
  expect(blanksOf(rubric('工作负责人变动情况'))).toBe(8)
  expect(blanksOf(rubric('工作票延期'))).toBe(1)
  // Nothing is added to what is signed.
  expect(rowsOf('应设遮栏、应挂标示牌及防止二次回路误碰等措施')).toEqual([['无', '']])
  expect(paper.dataset.mark).toBeUndefined()
  expect(screen.queryByRole('img', { name: /^印章/ })).toBeNull()
  expect(paper.textContent).toContain('内容校验 8f3a21c9')
  expect(paper.textContent).toContain('陈建国 打印于')
})

test('a draft is marked as one, unsigned, and open to be written on', async () => {
  const { paper } = await showPaper(draft)
  expect(paper.dataset.mark).toBe('草稿')
  expect(paper.textContent).toContain('尚未提交签发，不得作为开工或操作依据')
  expect(paper.textContent).not.toContain('内容校验')
  expect(textOf(MEASURES)).toContain('工作票签发人签名：')
  expect(textOf(MEASURES)).not.toContain('赵海燕')
  expect(textOf(MEASURES)).not.toContain('√')
  expect(rowsOf('应设遮栏、应挂标示牌及防止二次回路误碰等措施')).toEqual([
    ['', ''],
    ['', ''],
  ])
})

test('what was signed before it was sent back is not on the form', async () => {
  const sentBack = ticketOf({
    ...draft,
    ticketNo: 'GZP-1121-06',
    events: [
      ...workTicket.events.slice(0, 3).map((event) => ({ ...event, isOutdated: true })),
      happened('21 10:02', '孙立诚', '值班负责人', '退回', { stateLabel: '草稿' }),
    ],
  })
  const { paper } = await showPaper(sentBack)
  expect(paper.textContent).toContain('编号：GZP-1121-06')
  expect(textOf(MEASURES)).not.toContain('赵海燕')
  expect(paper.textContent).not.toContain('※')
})

test('a signature under another text than the one that is printed says so', async () => {
  const events = workTicket.events.map((event) => ({ ...event, isOutdated: event.actionName === '签发' }))
  const { paper } = await showPaper(ticketOf({ events }))
  expect(textOf(MEASURES)).toContain('工作票签发人签名：赵海燕※')
  expect(paper.textContent).toContain('※ 签名之后票面内容有变动')
})

const second = [
  '工作负责人（监护人）',
  CREW,
  '工作的变、配电站名称及设备双重名称',
  '工作任务',
  '计划工作时间',
  '工作条件（停电或不停电，或邻近及保留带电设备名称）',
  '注意事项（安全措施）',
  '补充安全措施（由工作许可人填写）',
  '确认本工作票 1～8 项，许可开始工作',
  BRIEFED,
  '工作票延期',
  '工作负责人变动情况',
  CREW_CHANGE,
  DAILY,
  '工作终结',
  '备注',
].map((title, at) => `${at + 1}. ${title}：`)

test.each([
  ['second', '电气第二种工作票', ''],
  ['low', '低压工作票', '停电电源开关名称及编号：400、371个人防护： 天气：'],
  ['live', '带电作业工作票', '停用重合闸线路（双重名称）： 绝缘工具检查：'],
] as const)('the form %s has the parts of the second kind', async (kind, heading, more) => {
  const { paper, title } = await showPaper(onForm(kind))
  expect(title).toBe(heading)
  expect(rubricsOf(paper)).toEqual(second)
  expect(textOf('工作条件（停电或不停电，或邻近及保留带电设备名称）')).toContain(more || '停电')
  expect(textOf('注意事项（安全措施）')).toContain('与相邻 6、8 号箱变保持 1.00 m')
  expect(textOf('注意事项（安全措施）')).toContain('工作票签发人签名：赵海燕')
  expect(textOf('确认本工作票 1～8 项，许可开始工作')).toContain('接票（值班负责人）签名：孙立诚')
  expect(textOf('工作终结')).toContain('全部工作于 2026 年 11 月 22 日 17 时 02 分 结束')
})

test('live work asks for the permission of the grid by hand', async () => {
  await showPaper(onForm('live'))
  const conditions = rubric('工作条件（停电或不停电，或邻近及保留带电设备名称）')
  expect(conditions.textContent).toContain('调度许可（值班调度员）：')
  expect(blanksOf(conditions)).toBe(6)
})

test('work by others is signed by their issuer too', async () => {
  await showPaper(
    onForm('second', { content: { ...closedTicket.content, kind: 'second', isOutsourced: true } }),
  )
  expect(textOf('注意事项（安全措施）')).toContain('工作票会签人签名：')
})

test('work with fire names its ticket, who does it by certificate, the measurements and who approved it', async () => {
  const { paper, title } = await showPaper(fireTicket)
  expect(title).toBe('一级动火工作票')
  expect(rubricsOf(paper).slice(0, 3)).toEqual([
    '1. 主票（工作票）编号：',
    '2. 动火工作负责人：',
    '3. 动火执行人及操作证编号：',
  ])
  expect(textOf('主票（工作票）编号')).toContain('第一种工作票 GZP1-2611-12-003')
  expect(rowsOf('动火执行人')).toEqual([['索南', 'HJ-6301-2291']])
  expect(textOf('动火执行人及操作证编号')).toContain('消防监护人：周敏')
  expect(textOf('动火方式（焊接、切割、打磨等）')).toContain('电焊')
  expect(textOf('作业侧应采取的安全措施')).toContain('接火斗、灭火器 2 具')
  // The first one first, and room for the next.
  expect(rowsOf('测定')).toEqual([
    ['2026-11-21 10:40', '可燃气体', '0.2 %LEL', '合格', '马晓东'],
    ['2026-11-21 12:30', '可燃气体', '0.1 %LEL', '合格', '马晓东'],
    ['', '', '', '', ''],
  ])
  expect(textOf('审批')).toBe(
    [
      '9. 审批： 工作负责人（申请）签名：李志强2026 年 11 月 21 日 09 时 31 分',
      '动火工作票签发人签名：赵海燕2026 年 11 月 21 日 09 时 40 分',
      '消防安监部门审核人签名：卫明哲2026 年 11 月 21 日 09 时 50 分',
      '厂级批准人签名：陈砺锋2026 年 11 月 21 日 10 时 00 分',
    ].join(''),
  )
  expect(textOf('允许动火时间')).toContain(
    '自 2026 年 11 月 21 日 10 时 44 分 至 2026 年 11 月 21 日 18 时 00 分',
  )
  expect(textOf('动火工作终结')).toContain('现场留守人：')
})

test('nobody of the works approves work with fire of the second level', async () => {
  const { title } = await showPaper({ ...fireTicket, kind: 'hotSecond' })
  expect(title).toBe('二级动火工作票')
  expect(textOf('审批')).not.toContain('厂级批准人')
})

test('the emergency slip is neither issued nor extended', async () => {
  const { paper, title } = await showPaper(onForm('emergency'))
  expect(title).toBe('事故应急抢修单')
  expect(rubricsOf(paper)).toHaveLength(14)
  expect(paper.textContent).not.toContain('工作票签发人签名')
  expect(paper.textContent).not.toContain('延期至')
  expect(textOf('上述 1～6 项由抢修工作负责人根据抢修任务布置人的布置填写')).toContain('抢修任务布置人：')
  expect(textOf('抢修结束汇报')).toContain('本抢修工作于 2026 年 11 月 22 日 17 时 02 分 结束')
})

test.each([
  ['executed', '已执行', ''],
  ['unused', '未执行', '风力超限'],
  ['void', '作废', '设备双重名称填写错误'],
] as const)('the stamp %s says %s, by whom and when', async (stamp, says, stampReason) => {
  const { paper } = await showPaper({ ...closedTicket, stamp, stampReason })
  expect(screen.getByRole('img', { name: `印章：${says}` }).textContent).toBe(`${says}马晓东2026-11-22 17:30`)
  expect(paper.textContent.includes(`${says} 原因：${stampReason}`)).toBe(stampReason !== '')
})

test('the title of the form and its number head every further page', async () => {
  const written = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
  await showPaper(abortedSwitching)
  expect(written).toHaveBeenCalledWith(expect.stringContaining('content: "电气操作票 CZP-1124-02"'))
  expect(document.adoptedStyleSheets).toHaveLength(1)
  cleanup()
  expect(document.adoptedStyleSheets).toHaveLength(0)
})

test('each drawing has a page with what its marks stand for; nothing is printed before the pictures are there', async () => {
  const { paper } = await showPaper({
    ...workTicket,
    drawings: [drawing(), drawing({ path: 'ab/2.png', title: '平面图', marks: [] })],
  })
  const headings = within(rubric('附图')).getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^附 3 附图 1\/2：7号箱变一次接线图$/),
    expect.stringMatching(/^附 3 附图 2\/2：平面图$/),
  ])
  expect(textOf('附图')).toContain('接地点已执行在高压熔断器两侧各装设接地线一组')
  const print = screen.getByRole('button', { name: '打印' })
  expect(print.getAttribute('aria-disabled')).toBe('true')
  for (const picture of within(paper).getAllByRole('img', { name: /7号箱变一次接线图|平面图/ }))
    fireEvent.load(picture)
  expect(print.getAttribute('aria-disabled')).toBeNull()
})
