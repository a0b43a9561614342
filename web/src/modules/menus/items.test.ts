import { expect, test } from 'vitest'
import { countsOf, draftOf, lossOf, placeOf, rebased, wordsOf } from './changes.ts'
import { below, copyOf, faultOf, found, move, newItem, refusalToMove, withKind, type Item } from './items.ts'
import { fileOf, withFile } from './menu-file.ts'

const item = (key: string, above: string | null, sortNo: number, more: Partial<Item> = {}): Item => ({
  ...newItem([], 'page', above),
  key,
  sortNo,
  name: `第${key}`,
  path: `/p/${key}`,
  component: 'stations/StationListPage',
  ...more,
})
const menu = item('1', null, 10, { kind: 'directory', component: 'layouts/Basic', menuType: 0 })
const pages = [item('2', '1', 10), item('3', '1', 20), item('4', '1', 30)]
const button = item('5', '2', 10, {
  kind: 'button',
  menuType: 2,
  path: null,
  component: null,
  perms: 'order:list',
  roles: [{ id: '1', roleName: '站长' }],
  userCount: 13,
})
const all = [menu, ...pages, button]
const order = (items: readonly Item[], above: string | null) => below(items, above).map(({ key }) => key)

test('an entry takes a number between its neighbours, and they move only where none is left', () => {
  const moved = move(all, '4', '1', 1)
  expect(order(moved, '1')).toEqual(['2', '4', '3'])
  expect(draftOf(all, moved).entries).toMatchObject([{ key: '4', sortNo: 15 }])
  const tight = all.map((each) => (each.key === '3' ? { ...each, sortNo: 11 } : each))
  expect(draftOf(tight, move(tight, '4', '1', 1)).entries.map(({ key, sortNo }) => [key, sortNo])).toEqual([
    ['3', 30],
    ['4', 20],
  ])
  expect(order(move(all, '4', '2', 1), '2')).toEqual(['5', '4'])
})

test('nothing is put below itself or a button, and no button at the top', () => {
  expect(refusalToMove(all, menu, '3')).toBe('不能移到它自己下面')
  expect(refusalToMove(all, pages[1]!, '5')).toBe('不能放在按钮下面')
  expect(refusalToMove(all, button, null)).toBe('按钮必须放在菜单下面')
  expect(move(all, '1', '3', 0)).toEqual(all)
})

test('what differs is counted by its kind, and said in words', () => {
  const fresh = newItem(all, 'button', '3')
  const changed = [...move(all, '4', '1', 0), fresh]
    .filter(({ key }) => key !== '5')
    .map((each) => (each.key === '3' ? { ...each, name: '新名' } : each))
  expect(wordsOf(countsOf(all, changed))).toBe('加按钮 1，修改 1，移动 1，删除 1')
  expect(
    placeOf(
      all,
      changed,
      changed.find(({ key }) => key === '4')!,
    ),
  ).toBe('第 1 位（原第 3 位）')
  expect(lossOf([pages[0]!, button])).toBe('连同 1 个按钮。1 个角色（站长）的 13 人将失去它。')
  expect(lossOf([pages[1]!])).toBe('没有角色拥有它。')
})

test('own changes come on top of what others saved; what is gone there stays gone', () => {
  const mine = [
    ...all.map((each) => (each.key === '3' ? { ...each, name: '我的' } : each)),
    item('new-1', '4', 10),
  ]
  const theirs = all
    .filter(({ key }) => key !== '4')
    .map((each) => (each.key === '2' ? { ...each, name: '他的' } : each))
  expect(rebased(all, mine, theirs).map(({ name }) => name)).toEqual(['第1', '他的', '我的', '第5'])
})

test('a kind has its own fields, and says what is missing', () => {
  const fresh = newItem(all, 'link', null)
  expect(faultOf(fresh)).toBe('“菜单”缺少名称')
  expect(faultOf({ ...fresh, name: '甲' })).toBe('“甲”缺少路径')
  expect(faultOf({ ...fresh, name: '甲', path: '/a' })).toBe('“甲”缺少地址')
  expect(withKind(fresh, 'page')).toMatchObject({ url: null, component: '', internalOrExternal: false })
  expect(withKind(fresh, 'screen')).toMatchObject({ path: '/screen/page', target: null })
  expect(faultOf({ ...withKind(fresh, 'button'), name: '甲' })).toBe('“甲”缺少权限码')
})

test('a copy has a free path and a word finds an entry with what is above it', () => {
  const copy = copyOf([...all, item('6', '1', 40, { path: '/p/3-2' })], pages[1]!)
  expect(copy).toMatchObject({ key: 'new-1', name: '第3 副本', path: '/p/3-3', builtIn: false })
  expect([...found(all, 'ORDER:')].toSorted()).toEqual(['1', '2', '5'])
  expect(found(all, '没有').size).toBe(0)
})

test('a file names entries by path and code, and is refused where it makes no sense', () => {
  const file = fileOf(all)
  expect(file).not.toContain('"key"')
  expect(draftOf(all, withFile(all, file) as Item[])).toEqual({ entries: [], removedIds: [] })
  const taken = withFile([menu], file) as Item[]
  expect(taken.map(({ key, above, name }) => [key, above, name])).toEqual([
    ['1', null, '第1'],
    ['new-1', '1', '第2'],
    ['new-2', '1', '第3'],
    ['new-3', '1', '第4'],
    ['new-4', 'new-1', '第5'],
  ])
  expect(withFile(all, '{')).toBe('文件不是 JSON')
  expect(withFile(all, '{}')).toBe('文件不是导出的菜单')
  expect(withFile([], fileOf([pages[0]!]).replace('"above": null', '"above": "/else"'))).toBe(
    '“第2”的上级“/else”不在文件和菜单里',
  )
})
