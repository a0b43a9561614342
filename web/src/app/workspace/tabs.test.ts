import { assert, array, constantFrom, oneof, property, record, constant } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aliveTabs,
  close,
  closeBeside,
  foldedTabs,
  NO_TABS,
  refresh,
  visit,
  type Closing,
  type Tab,
  type Tabs,
} from './tabs.ts'

const tab = (path: string, search = ''): Tab => ({ path, search, title: path.slice(1) })
const home = tab('/home')

const opened = (...paths: string[]): Tabs =>
  paths.reduce((tabs, path) => visit(tabs, tab(path), home), NO_TABS)
const pathsOf = ({ open }: Tabs) => open.map(({ path }) => path)

function closed(closing: Closing) {
  if ('refusal' in closing) throw new Error(closing.refusal)
  return { open: pathsOf(closing.tabs), next: closing.next?.path ?? null }
}

describe('visiting', () => {
  test('the first menu page always stands first', () => {
    expect(pathsOf(opened('/a', '/b'))).toEqual(['/home', '/a', '/b'])
  })

  test('a known path is not opened again but takes the new query', () => {
    const tabs = visit(opened('/a', '/b'), tab('/a', '?x=1'), home)
    expect(tabs.open).toEqual([home, tab('/a', '?x=1'), tab('/b')])
    expect(tabs.visited).toEqual(['/a', '/b'])
  })

  test('nothing new is the same object', () => {
    const tabs = opened('/a')
    expect(visit(tabs, tab('/a'), home)).toBe(tabs)
  })
})

describe('closing', () => {
  test('the first menu page cannot be closed', () => {
    expect(close(opened('/a'), '/home', '/home')).toEqual({ refusal: '首页不能关闭!' })
  })

  test('the last page cannot be closed', () => {
    const alone: Tabs = { ...NO_TABS, open: [tab('/a')], visited: ['/a'] }
    expect(close(alone, '/a', '/home')).toEqual({ refusal: '这是最后一页，不能再关闭了啦' })
  })

  test.each([
    [
      'the current one gives way to its right neighbour',
      ['/a', '/b', '/c', '/b'],
      '/b',
      ['/home', '/a', '/c'],
      '/c',
    ],
    ['or to the last', ['/a', '/b'], '/b', ['/home', '/a'], '/a'],
    ['another one leaves us where we are', ['/a', '/b'], '/a', ['/home', '/b'], null],
  ])('%s', (_case, visits, path, open, next) => {
    expect(closed(close(opened(...visits), path, '/home'))).toEqual({ open, next })
  })

  test.each([
    ['left', ['/home', '/b', '/c'], null],
    ['right', ['/home', '/a', '/b'], '/b'],
    ['others', ['/home', '/b'], '/b'],
  ] as const)('%s of the second tab, the third being current', (side, open, next) => {
    expect(closed(closeBeside(opened('/a', '/b', '/c'), '/b', side, '/home'))).toEqual({ open, next })
  })
})

const all = () => true
const none = () => false
const allButB = (path: string) => path !== '/b'

describe('keeping alive', () => {
  test('at most five, the least recently used gives way', () => {
    const tabs = opened('/a', '/b', '/c', '/d', '/a', '/e', '/f')
    expect(aliveTabs(tabs, '/f', all, none).map(({ path }) => path)).toEqual(['/a', '/c', '/d', '/e', '/f'])
  })

  test('what holds something unsaved stays before what was used later', () => {
    const tabs = opened('/a', '/b', '/c', '/d', '/a', '/e', '/f')
    const alive = aliveTabs(tabs, '/f', all, (path) => path === '/b')
    expect(alive.map(({ path }) => path)).toEqual(['/a', '/b', '/d', '/e', '/f'])
  })

  test('a page that is not kept lives only while it is current', () => {
    const tabs = opened('/a', '/b', '/c')
    expect(aliveTabs(tabs, '/c', allButB, none).map(({ path }) => path)).toEqual(['/a', '/c'])
    expect(aliveTabs(visit(tabs, tab('/b'), home), '/b', allButB, none).map(({ path }) => path)).toEqual([
      '/a',
      '/b',
      '/c',
    ])
  })

  test('a tab that was never visited is not built', () => {
    expect(aliveTabs(opened('/a'), '/a', all, none).map(({ path }) => path)).toEqual(['/a'])
  })

  test('refreshing gives a page another life', () => {
    expect(refresh(refresh(opened('/a'), '/a'), '/a').rounds).toEqual({ '/a': 2 })
  })
})

describe('folding', () => {
  const { open } = opened('/a', '/b', '/c', '/d')

  test.each([
    ['all fit', 500, []],
    ['the oldest first', 450, ['/a']],
    ['but never the current one nor the first menu page', 200, ['/a', '/b', '/d']],
  ])('%s', (_case, room, folded) => {
    expect([...foldedTabs(open, () => 100, room, ['/c', '/home'])]).toEqual(folded)
  })
})

test('whatever is done, home stays first, nothing is open twice and what was visited is open', () => {
  const path = constantFrom('/home', '/a', '/b', '/c', '/d', '/e', '/f')
  const step = oneof(
    record({ kind: constant('visit' as const), path }),
    record({ kind: constant('close' as const), path }),
    record({ kind: constantFrom('left' as const, 'right' as const, 'others' as const), path }),
  )
  assert(
    property(array(step, { maxLength: 40 }), (steps) => {
      let tabs = opened('/home')
      for (const { kind, path: target } of steps) {
        if (kind === 'visit') tabs = visit(tabs, tab(target), home)
        else if (pathsOf(tabs).includes(target)) {
          const closing =
            kind === 'close' ? close(tabs, target, '/home') : closeBeside(tabs, target, kind, '/home')
          if ('refusal' in closing) continue
          tabs = closing.next ? visit(closing.tabs, closing.next, home) : closing.tabs
        }
        const paths = pathsOf(tabs)
        expect(paths[0]).toBe('/home')
        expect(new Set(paths).size).toBe(paths.length)
        expect(paths).toEqual(expect.arrayContaining([...tabs.visited]))
      }
    }),
  )
})
