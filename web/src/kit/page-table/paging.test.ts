import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patchQuery } from '../url-query.ts'
import {
  heightsOf,
  nextSort,
  pageNumbers,
  patchPaging,
  readPaging,
  rowsThatFit,
  type Paging,
  type Rows,
  type Sort,
} from './paging.ts'

const unsorted: Sort = { field: '', kind: '' }

const rows = (usual: Rows['usual'], fit = 16): Rows => ({ usual, fit })

/** The address after a change, for a person with this usual size. */
const go = (query: URLSearchParams, change: Partial<Paging>, person = rows(10)) =>
  patchQuery(query, patchPaging(change, readPaging(query, undefined, person), person.usual))

describe('sort header (spec 2 §2)', () => {
  test('cycles none, descending, ascending and back to none', () => {
    const first = nextSort(unsorted, 'planEndTime')
    const second = nextSort(first, 'planEndTime')
    const third = nextSort(second, 'planEndTime')
    expect([first, second, third].map(({ kind }) => kind)).toEqual(['desc', 'asc', ''])
    expect([first, second, third].map(({ field }) => field)).toEqual(Array(3).fill('planEndTime'))
  })

  test('another column starts its own cycle', () => {
    expect(nextSort({ field: 'planEndTime', kind: 'asc' }, 'lossPower')).toEqual({
      field: 'lossPower',
      kind: 'desc',
    })
  })
})

describe('paging in the address', () => {
  test('is 10 rows of the first page by default', () => {
    expect(readPaging(new URLSearchParams())).toEqual({ curPage: 1, size: 10, sort: unsorted })
  })

  test.each([5, 10, 15, 20, 50, 100, 500])('takes the page size %i', (size) => {
    expect(readPaging(new URLSearchParams({ size: String(size) })).size).toBe(size)
  })

  test.each([
    ['a size that is not offered', { size: '11' }],
    ['a page before the first', { page: '0' }],
    ['a fraction of a page', { page: '1.5' }],
    ['no number at all', { page: 'x', size: 'y', sort: 'z' }],
  ])('falls back for %s', (_name, query) => {
    expect(readPaging(new URLSearchParams(query))).toEqual({ curPage: 1, size: 10, sort: unsorted })
  })

  test('what is written is read again', () => {
    let query = new URLSearchParams('keyword=a')
    query = go(query, { size: 50 })
    query = go(query, { sort: { field: 'lossPower', kind: 'asc' } })
    query = go(query, { curPage: 3 }, rows(50))
    expect(readPaging(query)).toEqual({ curPage: 3, size: 50, sort: { field: 'lossPower', kind: 'asc' } })
    expect(query.get('keyword')).toBe('a')
  })

  test('another size or order begins at the first page again', () => {
    const query = new URLSearchParams('page=7')
    expect(readPaging(go(query, { size: 20 })).curPage).toBe(1)
    expect(readPaging(go(query, { sort: unsorted })).curPage).toBe(1)
  })

  test('a list with an order of its own can be unsorted', () => {
    const own: Sort = { field: 'lossPower', kind: 'desc' }
    expect(readPaging(new URLSearchParams(), own).sort).toEqual(own)
    const query = go(new URLSearchParams(), { sort: { field: 'lossPower', kind: '' } })
    expect(readPaging(query, own).sort.kind).toBe('')
  })
})

describe('the size that a person chose for all lists', () => {
  const here = (query: string, person: Rows) => {
    const { curPage, size, fills = false } = readPaging(new URLSearchParams(query), undefined, person)
    return [curPage, size, fills]
  }

  test.each([
    ['', rows(50), [1, 50, false]],
    ['', rows('fill'), [1, 16, true]],
    // The address of a link wins.
    ['size=20', rows(50), [1, 20, false]],
    ['size=20', rows('fill'), [1, 20, false]],
    ['page=3&size=20', rows('fill'), [3, 20, false]],
    // A page without a size has always been one of 10 rows.
    ['page=3', rows(50), [3, 10, false]],
    ['page=3', rows('fill'), [3, 10, false]],
    ['size=11', rows(50), [1, 50, false]],
    ['fill=0', rows('fill'), [1, 16, true]],
    ['page=2&fill=501', rows(10), [2, 10, false]],
  ] as const)('%s is read as %j', (query, person, expected) => {
    expect(here(query, person)).toEqual(expected)
  })

  test('a link from a filled window shows the same rows where windows are not filled', () => {
    const link = go(new URLSearchParams(), { curPage: 3 }, rows('fill', 16)).toString()
    expect(here(link, rows(10))).toEqual([3, 16, false])
    const onwards = go(new URLSearchParams(link), { curPage: 4 })
    expect(here(onwards.toString(), rows(10))).toEqual([4, 16, false])
  })

  test('a later page names its size for others, the first one does not', () => {
    const second = go(new URLSearchParams('keyword=a'), { curPage: 2 }, rows(50))
    expect(second.toString()).toBe('keyword=a&page=2&size=50')
    expect(go(second, { curPage: 1 }, rows(50)).toString()).toBe('keyword=a')
    expect(go(new URLSearchParams('size=20'), { curPage: 1 }, rows(50)).toString()).toBe('size=20')
    expect(go(new URLSearchParams(), { curPage: 2 }).toString()).toBe('page=2')
  })

  test('a new choice applies to the first page, whatever the address named', () => {
    for (const change of [{ size: 20 }, { fills: true }] as const)
      expect(go(new URLSearchParams('page=4&size=50&a=b'), change).toString()).toBe('a=b')
    expect(go(new URLSearchParams('page=4&fill=16'), { size: 20 }, rows('fill')).toString()).toBe('')
  })

  test('however the height of a filled window changes, the first row of the page stays in view', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 5, max: 500 }),
        fc.array(fc.integer({ min: 5, max: 500 }), { minLength: 1 }),
        (curPage, fit, later) => {
          const link = go(new URLSearchParams(), { curPage }, rows('fill', fit))
          const first = (curPage - 1) * fit
          for (const other of later) {
            const now = readPaging(link, undefined, rows('fill', other))
            expect(now.size).toBe(other)
            expect((now.curPage - 1) * other).toBeLessThanOrEqual(first)
            expect(now.curPage * other).toBeGreaterThan(first)
          }
          expect(here(link.toString(), rows('fill', fit))).toEqual([curPage, fit, true])
        },
      ),
    )
  })
})

test.each([
  // 900 px less the frame, the page head, the search bar and the pager.
  ['standard', 900 - 224 - 53, 16],
  ['compact', 900 - 224 - 53, 18],
  ['standard', 36 + 7 * 36, 7],
  ['standard', 36 + 7 * 36 - 1, 6],
  ['standard', 0, 5],
  ['standard', 1_000_000, 500],
] as const)('with %s rows a table of %i px shows %i', (density, height, count) => {
  expect(rowsThatFit(height, heightsOf(density))).toBe(count)
})

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [1, 65, [1, 2, 3, 4, 0, 65]],
  [10, 65, [1, 0, 9, 10, 11, 0, 65]],
  [65, 65, [1, 0, 62, 63, 64, 65]],
])('page %i of %i shows %j', (current, pages, shown) => {
  expect(pageNumbers(current, pages)).toEqual(shown)
})
