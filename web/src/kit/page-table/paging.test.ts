import { describe, expect, test } from 'vitest'
import { patchQuery } from '../url-query.ts'
import { nextSort, pageNumbers, patchPaging, readPaging, type Sort } from './paging.ts'

const unsorted: Sort = { field: '', kind: '' }

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
    query = patchQuery(query, patchPaging({ size: 50 }))
    query = patchQuery(query, patchPaging({ sort: { field: 'lossPower', kind: 'asc' } }))
    query = patchQuery(query, patchPaging({ curPage: 3 }))
    expect(readPaging(query)).toEqual({ curPage: 3, size: 50, sort: { field: 'lossPower', kind: 'asc' } })
    expect(query.get('keyword')).toBe('a')
  })

  test('another size or order begins at the first page again', () => {
    const query = new URLSearchParams('page=7')
    expect(readPaging(patchQuery(query, patchPaging({ size: 20 }))).curPage).toBe(1)
    expect(readPaging(patchQuery(query, patchPaging({ sort: unsorted }))).curPage).toBe(1)
  })

  test('a list with an order of its own can be unsorted', () => {
    const own: Sort = { field: 'lossPower', kind: 'desc' }
    expect(readPaging(new URLSearchParams(), own).sort).toEqual(own)
    const query = patchQuery(new URLSearchParams(), patchPaging({ sort: { field: 'lossPower', kind: '' } }))
    expect(readPaging(query, own).sort.kind).toBe('')
  })
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
