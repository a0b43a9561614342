import type { Sent } from '@heliodesk/contract/call.ts'
import { MOST_MARKS, type DrawingMark } from '@heliodesk/contract/ticket-drawings.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { typicalTicketCalls } from '@heliodesk/contract/typical-tickets.ts'
import { describe, expect, it } from 'vitest'
import { countKept, sample, tryDownload, tryUpload, upload, visit } from '../../../test/files.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'
import { useTickets } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people, others } = tickets

type Drawings = NonNullable<Sent<typeof calls.add>['drawings']>

const markOf = (given: Partial<DrawingMark> = {}): DrawingMark => ({
  x: 0.25,
  y: 0.5,
  kind: 'earth',
  of: 'earth',
  text: '在371电源侧装设接地线一组',
  ...given,
})

const uploaded = async (by: keyof typeof people = 'leader') =>
  (await upload(harness, people[by].token, { purpose: 'drawing', name: '一次接线图.png' })).path

const drawn = async (marks: DrawingMark[] = [markOf()], title = '一次接线图'): Promise<Drawings> => [
  { path: await uploaded(), title, marks },
]

const refused = async (drawings: Drawings): Promise<string> =>
  (await harness.refused(people.leader.token, calls.add, tickets.content({ drawings }))).message

const edit = (
  { id, version, content }: { id: string; version: number; content: object },
  drawings: Drawings,
) =>
  harness.call(people.leader.token, calls.edit, {
    ...(content as Sent<typeof calls.add>),
    id,
    version,
    drawings,
  })

describe('the drawings of a ticket', () => {
  it('are kept with their marks and their file', async () => {
    const drawings = await drawn([markOf(), markOf({ kind: 'live', of: null, text: '6号箱变' })])
    const ticket = await tickets.add({ drawings })
    expect(ticket.content.drawings).toEqual(drawings)
    expect(ticket.drawings).toMatchObject([
      {
        title: '一次接线图',
        marks: drawings[0]!.marks,
        file: { path: drawings[0]!.path, fileType: 'image/png' },
      },
    ])
    expect((await visit(harness, ticket.drawings[0]!.file.url)).status).toBe(200)
    expect(await countKept(harness, [drawings[0]!.path])).toBe(1)
  })

  it('are let go with the draft, and with the edit that leaves them out', async () => {
    const [first, second] = [await drawn(), await drawn()]
    const ticket = await tickets.add({ drawings: [...first, ...second] })
    const left = await edit(ticket, second)
    expect(left.drawings.map(({ path }) => path)).toEqual([second[0]!.path])
    expect(await countKept(harness, [first[0]!.path, second[0]!.path])).toBe(1)
    await harness.call(people.leader.token, calls.remove, { id: ticket.id, version: left.version })
    expect(await countKept(harness, [second[0]!.path])).toBe(0)
  })

  it('have limits that name the field', async () => {
    const path = await uploaded()
    expect(await refused(Array.from({ length: 6 }, () => ({ path, title: '图', marks: [] })))).toContain(
      '最多 5 张附图',
    )
    expect(await refused([{ path, title: '', marks: [] }])).toContain('图名')
    expect(await refused([{ path, title: '图', marks: [markOf({ x: 1.01 })] }])).toMatch(/横向位置.*应在图上/)
    expect(
      await refused([{ path, title: '图', marks: Array.from({ length: MOST_MARKS + 1 }, () => markOf()) }]),
    ).toContain(`每张图最多 ${MOST_MARKS} 处标注`)
    expect(await refused([{ path, title: '图', marks: [markOf({ kind: 'nothing' as 'live' })] }])).toContain(
      '没有这种标注',
    )
    const twice = { path, title: '图', marks: [] }
    expect(await refused([twice, twice])).toBe('附图（drawings）：同一文件只能附一次')
  })

  it('are pictures of the caller', async () => {
    const foreign = await uploaded('issuer')
    expect(await refused([{ path: foreign, title: '图', marks: [] }])).toContain('请重新上传')
    const paper = await tryUpload(harness, people.leader.token, {
      purpose: 'drawing',
      name: '图.pdf',
      content: sample('pdf'),
    })
    expect(paper.body.message).toBe('请上传PNG、JPG、WebP格式文件!')
  })

  it('are needed whole before the ticket is submitted', async () => {
    const ticket = await tickets.add({ drawings: await drawn([markOf({ text: '' })]) })
    expect(await tickets.refusal(ticket, 'leader', { act: 'submit' })).toBe(
      '附图（drawings）：“一次接线图”第 1 处标注：请填写标注的内容',
    )
    const astray = await edit(ticket, [{ ...ticket.content.drawings[0]!, marks: [markOf({ of: 'board' })] }])
    expect(await tickets.refusal(astray, 'leader', { act: 'submit' })).toBe(
      '附图（drawings）：“一次接线图”第 1 处标注：措施已改动，请重新选择所标的措施',
    )
    await edit(astray, [{ ...ticket.content.drawings[0]!, marks: [markOf()] }])
    expect(await tickets.act(ticket, 'leader', { act: 'submit' })).toMatchObject({ state: 'toIssue' })
  })

  it('are signed: what is changed after a signature shows, and after the submission nothing is', async () => {
    const ticket = await tickets.add({ drawings: await drawn() })
    const submitted = await tickets.act(ticket, 'leader', { act: 'submit' })
    const refusal = await harness.refused(people.leader.token, calls.edit, {
      ...submitted.content,
      id: submitted.id,
      version: submitted.version,
      drawings: [],
    })
    expect(refusal.message).toContain('已提交，不能修改')
    await tickets.act(ticket, 'issuer', { act: 'sendBack', reason: '接地点标错' })
    const draft = await tickets.current(ticket)
    const [drawing] = draft.content.drawings
    const moved = await edit(draft, [{ ...drawing!, marks: [markOf({ x: 0.26 })] }])
    const outdated = ({ events }: typeof draft) =>
      events.find(({ actionName }) => actionName === '提交')!.isOutdated
    expect(outdated(draft)).toBe(false)
    expect(outdated(moved)).toBe(true)
    expect(outdated(await edit(moved, [drawing!]))).toBe(false)
  })

  it('are read by who sees the ticket, and by nobody else', async () => {
    const drawings = await drawn()
    const [{ path }] = drawings as [Drawings[number]]
    await tickets.add({ drawings })
    expect((await tryDownload(harness, others.reader.token, path)).status).toBe(200)
    const stranger = await tryDownload(harness, others.stranger.token, path)
    expect(stranger).toMatchObject({ status: 404, message: '数据不存在或无权查看' })
    const unentitled = await hire(harness, {
      username: 'order.only',
      codes: ['order:list'],
      depCode: 'A01A02',
    })
    expect((await tryDownload(harness, unentitled.token, path)).message).toBe('数据不存在或无权查看')
    const elsewhere = await signInAdministrator(harness, harness.otherTenant)
    expect((await tryDownload(harness, elsewhere, path)).message).toBe('数据不存在或无权查看')
  })
})

describe('a typical ticket with a drawing', () => {
  const typical = (drawings: Drawings, name: string) => ({
    kind: 'first' as const,
    name,
    psId: tickets.station().id,
    isolate: ['断开7号箱变低压侧断路器471'],
    earth: ['在371电源侧装设接地线一组'],
    drawings,
  })

  it('gives a copy to a ticket, and each file goes without the other', async () => {
    const { token } = people.leader
    const model = await harness.call(token, typicalTicketCalls.add, typical(await drawn(), '带附图'))
    const [{ file, ...drawing }] = model.drawings as [(typeof model.drawings)[number]]
    expect((await tryDownload(harness, people.crew.token, file.path)).status).toBe(200)
    const ticket = await tickets.add({ drawings: [drawing] }, 'second')
    const [own] = ticket.drawings
    expect(own).toMatchObject({ title: drawing.title, marks: drawing.marks })
    expect(own!.path).not.toBe(file.path)
    await harness.call(token, typicalTicketCalls.remove, { id: model.id, version: model.version })
    expect(await countKept(harness, [file.path])).toBe(0)
    expect((await visit(harness, own!.file.url)).status).toBe(200)
  })

  it('is listed with it, edited, and asks for whole marks', async () => {
    const { token } = people.leader
    const model = await harness.call(token, typicalTicketCalls.add, typical(await drawn(), '带图两张'))
    const { pageList } = await harness.call(token, typicalTicketCalls.page, { keyword: '带图两张' })
    expect(pageList).toMatchObject([{ drawings: [{ title: '一次接线图', file: { fileType: 'image/png' } }] }])
    const { id, version } = model
    const more = [...model.drawings.map(({ file: _file, ...each }) => each), ...(await drawn([], '平面图'))]
    const changed = await harness.call(token, typicalTicketCalls.edit, {
      ...typical(more, '带图两张'),
      id,
      version,
    })
    expect(changed.drawings.map(({ title }) => title)).toEqual(['一次接线图', '平面图'])
    const refusal = await harness.refused(
      token,
      typicalTicketCalls.add,
      typical(await drawn([markOf({ text: '在别处' })]), '错图'),
    )
    expect(refusal.message).toBe(
      '附图（drawings）：“一次接线图”第 1 处标注：措施已改动，请重新选择所标的措施',
    )
  })

  it('of another department is no source', async () => {
    const model = await harness.call(
      people.leader.token,
      typicalTicketCalls.add,
      typical(await drawn(), '外单位'),
    )
    const [{ file: _file, ...drawing }] = model.drawings as [(typeof model.drawings)[number]]
    const theirs = harness.tenant.stations.find(({ depCode }) => depCode.startsWith('A01A01'))!
    const refusal = await harness.refused(others.stranger.token, calls.add, {
      kind: 'first',
      psId: theirs.id,
      voltage: '35',
      task: '借图',
      drawings: [drawing],
    })
    expect(refusal.message).toBe('附图（drawings）：文件不存在或已过期，请重新上传')
  })
})
