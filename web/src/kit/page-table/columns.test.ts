import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeChange, moveColumn, toggleFixed, toggleHidden } from './column-changes.ts'
import {
  arrange,
  defaultSettings,
  fitSettings,
  foldedColumns,
  MAX_FIXED,
  setWidth,
  widthOf,
  withoutFolded,
  type Column,
} from './columns.ts'

type Row = Record<string, string>
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 100,
  cell: (row) => row[key],
  ...more,
})

const columns = [
  column('code', { lock: true, fixed: true }),
  column('status', { fixed: true }),
  column('station'),
  column('person'),
  column('area', { hidden: true }),
]
const shown = (settings: ReturnType<typeof defaultSettings>) =>
  arrange(columns, settings).map(({ key }) => key)

describe('column settings', () => {
  test('without any, columns stand in their order and hidden ones do not', () => {
    expect(shown(fitSettings(columns, null))).toEqual(['code', 'status', 'station', 'person'])
  })

  test('a column is shown and hidden again', () => {
    const withArea = toggleHidden(defaultSettings(columns), 'area')
    expect(shown(withArea)).toEqual(['code', 'status', 'station', 'person', 'area'])
    expect(shown(toggleHidden(withArea, 'area'))).not.toContain('area')
  })

  test('a third fixed column is refused, a free place is taken behind the fixed ones', () => {
    const settings = defaultSettings(columns)
    expect(toggleFixed(settings, 'station')).toEqual(settings)
    const freed = toggleFixed(settings, 'status')
    const fixed = toggleFixed(freed, 'person')
    expect(fixed.fixed).toEqual(['code', 'person'])
    expect(shown(fixed)).toEqual(['code', 'person', 'status', 'station'])
  })

  test('columns move among their own kind only', () => {
    const settings = defaultSettings(columns)
    expect(shown(moveColumn(settings, 'person', 'station'))).toEqual(['code', 'status', 'person', 'station'])
    expect(moveColumn(settings, 'person', 'code')).toEqual(settings)
    expect(moveColumn(settings, 'status', 'code').fixed).toEqual(['status', 'code'])
  })

  test('stored settings survive columns that came and went since', () => {
    const stored = {
      order: ['gone', 'person', 'code', 'status'],
      hidden: ['gone', 'code', 'status'],
      fixed: ['gone'],
      widths: { gone: 200, person: 120 },
    }
    const settings = fitSettings(columns, stored)
    expect(settings.order.toSorted()).toEqual(['area', 'code', 'person', 'station', 'status'])
    expect(settings.fixed).toEqual([])
    expect(settings.widths).toEqual({ person: 120 })
    // Locked columns stay visible, new ones keep their own default.
    expect(settings.hidden).toEqual(['status', 'area'])
  })

  test('a width that was set stays, and the last column stretches where no other does', () => {
    const grown = [column('a', { grow: true }), column('b'), column('c')]
    const wide = setWidth(defaultSettings(grown), 'a', 240.4)
    expect(arrange(grown, wide).map(({ width, grow }) => [width, Boolean(grow)])).toEqual([
      [240, false],
      [100, false],
      [100, true],
    ])
    expect(arrange(grown, setWidth(wide, 'a', null))[0]).toMatchObject({ width: 100, grow: true })
    expect(setWidth(wide, 'b', 3).widths['b']).toBe(48)
    expect(setWidth(wide, 'b', 30_000).widths['b']).toBe(1200)
  })
})

describe('the free width', () => {
  const growers = (list: Column<Row>[], widths: Record<string, number> = {}) =>
    arrange(list, { ...defaultSettings(list), widths }).flatMap(({ key, grow }) => (grow ? [key] : []))

  test('goes to the widest column that grows', () => {
    const list = [
      column('a', { grow: true }),
      column('b', { grow: true, width: 160 }),
      column('c', { width: 400 }),
    ]
    expect(growers(list)).toEqual(['b'])
    expect(growers(list, { b: 300 })).toEqual(['a'])
  })

  test('goes to the widest free text where none is meant to grow, and to the last where all widths are set', () => {
    const list = [column('a'), column('b', { width: 160 }), column('c', { width: 200, align: 'right' })]
    expect(growers(list)).toEqual(['b'])
    expect(growers(list, { a: 80, b: 90, c: 90 })).toEqual(['c'])
  })
})

describe('where the window is narrow', () => {
  const list = [
    column('code', { fixed: true, fold: 1 }),
    column('kind', { fold: 1 }),
    column('end', { fold: 3 }),
    column('start', { fold: 2 }),
    column('text', { width: 150 }),
  ]
  const folded = (room: number, sortedBy = '') => foldedColumns(list, room, sortedBy)

  test('columns go in the declared order, no more than needed', () => {
    expect(folded(550)).toEqual([])
    expect(folded(549)).toEqual(['kind'])
    expect(folded(450)).toEqual(['kind'])
    expect(folded(449)).toEqual(['kind', 'start'])
    expect(folded(10)).toEqual(['kind', 'start', 'end'])
  })

  test('the column that the list is sorted by stays, and so do fixed ones', () => {
    expect(folded(449, 'kind')).toEqual(['start', 'end'])
    expect(folded(10, 'start')).toEqual(['kind', 'end'])
  })

  test('a column with a short form takes it in its turn, even where it is fixed', () => {
    const status = column('status', { fixed: true, fold: 1, short: { width: 36, cell: () => '●' } })
    const both = [status, column('kind', { fold: 2 })]
    const settings = fitSettings(both, null)
    const left = (room: number) =>
      withoutFolded(both, settings, foldedColumns(arrange(both, settings), room, '')).map(
        ({ key, width }) => [key, width],
      )
    expect(left(199)).toEqual([
      ['status', 36],
      ['kind', 100],
    ])
    expect(left(135)).toEqual([['status', 36]])
  })

  test('what is left fits, unless only columns that never go are left', () => {
    const columnsOf = fc.array(
      fc.record({
        width: fc.integer({ min: 48, max: 400 }),
        fold: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        fixed: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(columnsOf, fc.integer({ min: 0, max: 3000 }), fc.nat(12), (given, room, sorted) => {
        const all = given.map((each, at) => ({ ...each, key: String(at) }))
        const gone = foldedColumns(all, room, String(sorted))
        const left = all.filter(({ key }) => !gone.includes(key))
        expect(gone).not.toContain(String(sorted))
        expect(all.filter(({ fixed, key }) => fixed && gone.includes(key))).toEqual([])
        const couldGo = left.filter(
          ({ fold, fixed, key }) => fold !== undefined && !fixed && key !== String(sorted),
        )
        if (couldGo.length > 0) expect(widthOf(left)).toBeLessThanOrEqual(room)
        const last = all.find(({ key }) => key === gone.at(-1))
        if (last) expect(widthOf([...left, last])).toBeGreaterThan(room)
      }),
    )
  })
})

test('the last column in sight stays there', () => {
  const two = [column('a'), column('b')]
  const one = toggleHidden(defaultSettings(two), 'a')
  expect(one.hidden).toEqual(['a'])
  expect(toggleHidden(one, 'b')).toBe(one)
  expect(arrange(two, fitSettings(two, { ...one, hidden: ['a', 'b'] }))).not.toEqual([])
})

describe('whatever is done to the columns', () => {
  const keys = [...columns.map(({ key }) => key), 'gone']
  const key = fc.constantFrom(...keys)
  const known = fc.constantFrom(...columns.map((each) => each.key))
  const stored = fc.record({
    order: fc.uniqueArray(key),
    hidden: fc.uniqueArray(key),
    fixed: fc.uniqueArray(key),
    widths: fc.dictionary(key, fc.integer({ min: 48, max: 1200 })),
  })
  const step = fc.oneof(
    fc.record({ do: fc.constant('hide' as const), key: known }),
    fc.record({ do: fc.constant('fix' as const), key: known }),
    fc.record({ do: fc.constant('move' as const), key: known, to: known }),
    fc.record({ do: fc.constant('widen' as const), key: known, width: fc.integer({ min: -50, max: 5000 }) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
  const apply = (settings: ReturnType<typeof defaultSettings>, each: Step) =>
    each.do === 'hide'
      ? toggleHidden(settings, each.key)
      : each.do === 'fix'
        ? toggleFixed(settings, each.key)
        : each.do === 'move'
          ? moveColumn(settings, each.key, each.to)
          : setWidth(settings, each.key, each.width)

  test('each column stands once, the fixed ones first and at most two, locked ones in sight', () => {
    fc.assert(
      fc.property(fc.option(stored), fc.array(step, { maxLength: 20 }), (before, steps) => {
        const after = fitSettings(columns, steps.reduce(apply, fitSettings(columns, before)))
        expect(after.order.toSorted()).toEqual(columns.map((each) => each.key).toSorted())
        expect(after.fixed.length).toBeLessThanOrEqual(MAX_FIXED)
        expect(after.order.slice(0, after.fixed.length)).toEqual(after.fixed)
        const drawn = arrange(columns, after)
        expect(drawn.map((each) => each.key)).toContain('code')
        expect(drawn.map((each) => each.key)).toEqual(
          after.order.filter((each) => !after.hidden.includes(each)),
        )
        for (const width of Object.values(after.widths)) {
          expect(width).toBeGreaterThanOrEqual(48)
          expect(width).toBeLessThanOrEqual(1200)
        }
      }),
    )
  })

  test('fitting again changes nothing, and what is hidden twice or fixed twice is as before', () => {
    fc.assert(
      fc.property(stored, known, (before, one) => {
        const settings = fitSettings(columns, before)
        expect(fitSettings(columns, settings)).toEqual(settings)
        const twice = toggleHidden(toggleHidden(settings, one), one)
        expect(twice.hidden.toSorted()).toEqual(settings.hidden.toSorted())
        if (!settings.fixed.includes(one))
          expect(toggleFixed(toggleFixed(settings, one), one).fixed).toEqual(settings.fixed)
      }),
    )
  })
})

test.each([
  ['恢复默认', (_settings: ReturnType<typeof defaultSettings>) => null],
  ['隐藏 station', (settings: ReturnType<typeof defaultSettings>) => toggleHidden(settings, 'station')],
  ['显示 area', (settings: ReturnType<typeof defaultSettings>) => toggleHidden(settings, 'area')],
  ['取消固定 status', (settings: ReturnType<typeof defaultSettings>) => toggleFixed(settings, 'status')],
  [
    '移动 person',
    (settings: ReturnType<typeof defaultSettings>) => moveColumn(settings, 'person', 'station'),
  ],
  [
    '隐藏 station，列宽 person',
    (settings: ReturnType<typeof defaultSettings>) =>
      setWidth(toggleHidden(settings, 'station'), 'person', 90),
  ],
])('a record of the history reads “%s”', (text, change) => {
  expect(describeChange(columns, null, change(defaultSettings(columns)))).toBe(text)
})
