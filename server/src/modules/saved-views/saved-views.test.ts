import { savedViewCalls as calls } from '@heliodesk/contract/saved-views.ts'
import { describe, expect, it } from 'vitest'
import { CODE, editOf, overdue, useViews } from './views.fixture.ts'

const { harness, who, list, names, add, edit, share, refusal } = useViews()

describe('own views', () => {
  it('are kept for each person and list, and stand above it', async () => {
    const kept = await add(who.worker, '  西部超时 ')
    expect(kept).toMatchObject({
      name: '西部超时',
      query: overdue,
      version: 1,
      isMine: true,
      isNew: false,
      pinned: true,
      mayEdit: true,
      mayUnshare: false,
      departmentId: null,
    })
    await add(who.worker, '西部超时', { code: 'cleaning-rounds' })
    expect(await list(who.worker)).toEqual([kept])
    expect(await harness.call(who.worker, calls.detail, { id: kept.id })).toEqual(kept)
    for (const other of [who.master, who.admin, who.foreigner]) {
      expect(await list(other)).toEqual([])
      expect(await refusal(other, calls.detail, { id: kept.id })).toBe('数据不存在或无权查看')
      expect(await refusal(other, calls.edit, editOf(kept, { name: '我的' }))).toBe('数据不存在或无权查看')
    }
  })

  it('change in the version that their owner saw', async () => {
    const first = await add(who.worker, '西部超时')
    const { id } = first
    const renamed = await edit(who.worker, first, { name: '超时' })
    expect(renamed).toMatchObject({ name: '超时', query: overdue, version: 2 })
    const query = { keyword: ['箱变'], sort: ['planEndTime.asc'] }
    expect(await edit(who.worker, renamed, { query })).toMatchObject({
      name: '超时',
      query,
    })
    for (const [call, input] of [
      [calls.edit, editOf(renamed, { name: '旧' })],
      [calls.remove, { id, version: 2 }],
    ] as const)
      expect(await refusal(who.worker, call, input)).toBe('视图已在别处更新，请刷新后重试')
    await harness.call(who.worker, calls.remove, { id, version: 3 })
    expect(await list(who.worker)).toEqual([])
    expect(await refusal(who.worker, calls.edit, editOf(renamed, { version: 4 }))).toBe(
      '数据不存在或无权查看',
    )
    // The name is free again.
    await add(who.worker, '超时')
  })

  it('have names that differ by more than case, however many are added at once', async () => {
    const answers = await Promise.allSettled(
      ['SVG 故障', 'svg 故障', 'Svg 故障', 'SVG 故障'].map((name) => add(who.worker, name)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await names(who.worker)).toHaveLength(1)
    expect(await refusal(who.worker, calls.add, { code: CODE, name: 'sVG 故障', query: overdue })).toBe(
      '您在此列表已有同名视图',
    )
    const other = await add(who.worker, '另一个')
    expect(await refusal(who.worker, calls.edit, editOf(other, { name: 'SVG 故障 ' }))).toBe(
      '您在此列表已有同名视图',
    )
    await add(who.master, 'SVG 故障')
  })

  it('are 50 for a list and 300 in all at most, however many are added at once', async () => {
    const fill = (code: string, count: number) =>
      harness.owner.query(
        `insert into saved_view (tenant_id, owner_id, code, name, query, created_at, updated_at)
         select $1, $2, $3, '视图' || n, '{"view": ["1"]}', now(), now() from generate_series(1, $4) n`,
        [harness.tenant.tenantId, harness.tenant.users['a_worker']!.id, code, count],
      )
    await fill(CODE, 48)
    const answers = await Promise.allSettled(
      ['一', '二', '三', '四', '五', '六'].map((name) => add(who.worker, name)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await refusal(who.worker, calls.add, { code: CODE, name: '多', query: overdue })).toBe(
      '每个列表最多保存 50 个视图，请先删除不用的',
    )
    for (const code of ['a', 'b', 'c', 'd', 'e']) await fill(code, 50)
    expect(await refusal(who.worker, calls.add, { code: 'f', name: '多', query: overdue })).toBe(
      '最多保存 300 个视图，请先删除不用的',
    )
  })

  it.each([
    ['no name', { name: ' ' }, /名称（name）：此项为必填项/],
    ['a long name', { name: '长'.repeat(31) }, /名称（name）：最多允许输入30个字符/],
    ['a strange list', { code: '1; drop' }, /列表编码（code）：不是有效的表格编码/],
    ['no condition', { query: {} }, /条件（query）：没有要保存的条件/],
    ['a strange condition', { query: { 'a b': ['1'] } }, /条件（query）：不是有效的条件名/],
    ['a condition without values', { query: { view: [] } }, /的值不能为空/],
    ['an empty value', { query: { view: [''] } }, /的值不能为空/],
    ['a long value', { query: { view: ['x'.repeat(101)] } }, /条件的值最多 100 个字符/],
    ['a control character', { query: { view: ['a\u0007'] } }, /条件的值含有不可见的字符/],
    ['the page', { query: { view: ['1'], page: ['2'] } }, /页码与打开的记录不能存入视图/],
    ['another view', { query: { saved: ['7'] } }, /页码与打开的记录不能存入视图/],
    [
      'too many conditions',
      { query: Object.fromEntries(Array.from({ length: 21 }, (_each, at) => [`c${at}`, ['1']])) },
      /最多 20 个条件/,
    ],
    ['too much', { query: { psId: Array(90).fill('长'.repeat(100)) } }, /条件过多/],
  ])('are refused with %s', async (_name, input, says) => {
    const { status, message } = await harness.refused(who.worker, calls.add, {
      code: CODE,
      name: '视图',
      query: overdue,
      ...input,
    })
    expect(status).toBe(400)
    expect(message).toMatch(says)
    expect(await list(who.worker)).toEqual([])
  })
})

describe('the views above a list', () => {
  it('are each person’s choice, and their order too', async () => {
    const [one, two] = [await add(who.master, '一'), await add(who.master, '二')]
    const shared = await share(who.manager, '西部', 'A01A02')
    const chosen = async (token: string) =>
      (await list(token)).map(({ name, pinned, isNew }) => [name, pinned, isNew])
    expect(await chosen(who.master)).toEqual([
      ['一', true, false],
      ['二', true, false],
      ['西部', false, true],
    ])
    await harness.call(who.master, calls.seen, { ids: [shared.id] })
    await harness.call(who.master, calls.arrange, {
      code: CODE,
      ids: [two.id, one.id, shared.id],
      pinnedIds: [shared.id, two.id],
    })
    expect(await chosen(who.master)).toEqual([
      ['二', true, false],
      ['一', false, false],
      ['西部', true, false],
    ])
    expect(await chosen(who.worker)).toEqual([['西部', false, true]])
    await add(who.master, '三')
    expect(await names(who.master)).toEqual(['二', '一', '三', '西部'])
  })

  it('are new once', async () => {
    const { id } = await share(who.manager, '西部', 'A01A02')
    await harness.call(who.worker, calls.seen, { ids: [] })
    expect(await list(who.worker)).toMatchObject([{ isNew: true }])
    // One that came while the list of views was read was not shown yet.
    const later = await share(who.manager, '后来的', 'A01A02')
    await Promise.all([1, 2, 3].map(() => harness.call(who.worker, calls.seen, { ids: [id] })))
    expect(await list(who.worker)).toMatchObject([{ isNew: false }, { name: '后来的', isNew: true }])
    await harness.call(who.manager, calls.remove, { id: later.id, version: later.version })
    expect(await list(who.worker)).toMatchObject([{ isNew: false, pinned: false }])
    await share(who.manager, '又一个', 'A01A02')
    expect(await list(who.worker)).toMatchObject([{ isNew: false }, { name: '又一个', isNew: true }])
  })

  it('are none that the person does not see, nor of another list', async () => {
    const mine = await add(who.worker, '我的')
    const [theirs, elsewhere] = [
      await add(who.master, '他的'),
      await add(who.worker, '别处', { code: 'users' }),
    ]
    for (const { id } of [theirs, elsewhere])
      for (const arranged of [
        { ids: [mine.id, id], pinnedIds: [] },
        { ids: [mine.id], pinnedIds: [id] },
      ])
        expect(await refusal(who.worker, calls.arrange, { code: CODE, ...arranged })).toBe(
          '数据不存在或无权查看',
        )
    expect(await list(who.worker)).toMatchObject([{ pinned: true }])
  })
})
