import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { confirm, expand, field, isolatePickers, open, Picker, row } from './org-picker.fixture.tsx'
import { serveOrg, smallOrg, type Asked } from './org-server.fixture.ts'
import type { OrgSelection } from './selection.ts'

isolatePickers()

const flags = ({ isQueryPs, hasModel, isPsManage, isInsight }: Asked['input']) => ({
  isQueryPs,
  hasModel,
  isPsManage,
  isInsight,
})

test('children come when a node is first opened; every load sends the same flags, an expansion its node', async () => {
  const asked = serveOrg(smallOrg())
  render(<Picker mode={{ kind: 'station', hasModel: true, manage: true, insight: true }} />)
  expect(asked).toHaveLength(0)
  await open()
  const sent = { isQueryPs: '1', hasModel: '1', isPsManage: '1', isInsight: '1' }
  expect(asked.map(({ path, input }) => [path, flags(input)])).toEqual([['getDepartPsaTreeLazy', sent]])
  expect(asked[0]!.input.initTreeEntity).toBeUndefined()
  expect((await row('江苏')).getAttribute('aria-expanded')).toBe('false')
  await expand('江苏')
  expect(flags(asked[1]!.input)).toEqual(sent)
  expect(asked[1]!.input.initTreeEntity).toMatchObject({ key: 'd11' })
  fireEvent.click((await row('江苏')).querySelector('.tw')!)
  expect((await row('江苏')).getAttribute('aria-expanded')).toBe('false')
  await expand('江苏')
  expect(asked).toHaveLength(2)
})

test('rows are 26 px high and indented by 18 a level, and say level, place and state', async () => {
  serveOrg(smallOrg())
  render(<Picker />)
  await open()
  await expand('江苏')
  const item = await row('盐城')
  expect(item.style.height).toBe('26px')
  expect(item.style.paddingLeft).toBe('calc(8px + 2 * var(--tree-indent))')
  expect(item.getAttribute('aria-level')).toBe('3')
  expect(item.getAttribute('aria-posinset')).toBe('1')
  expect(item.getAttribute('aria-setsize')).toBe('2')
  expect(item.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('tree').style.height).toBe('40vh')
  expect(screen.getByRole('tree').style.maxHeight).toBe('50vh')
})

test('checks and half-checks, and emits the smallest cover with its number of stations and the parent', async () => {
  serveOrg(smallOrg())
  const seen = vi.fn<(selection: OrgSelection) => void>()
  render(<Picker seen={seen} />)
  await open()
  await expand('江苏')
  fireEvent.click(await row('盐城'))
  expect((await row('盐城')).getAttribute('aria-checked')).toBe('true')
  expect((await row('江苏')).getAttribute('aria-checked')).toBe('mixed')
  expect(screen.getAllByText('已选电站 5 座').length).toBeGreaterThan(0)
  confirm()
  await waitFor(() => expect(seen).toHaveBeenCalled())
  expect(seen.mock.lastCall![0]).toEqual({
    depIds: [],
    depCodes: [],
    psaIds: ['40'],
    psIds: [],
    psNum: 5,
    parentName: '江苏运维中心',
    parentId: '11',
    parentType: '1',
    parentOrgCode: 'A01A01',
    searchValue: '',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a part of a sub-area is emitted as its stations, which are read for it', async () => {
  const asked = serveOrg(smallOrg())
  const seen = vi.fn<(selection: OrgSelection) => void>()
  render(<Picker seen={seen} />)
  await open()
  await expand('江苏')
  fireEvent.click(await row('淮海'))
  confirm()
  await waitFor(() => expect(seen).toHaveBeenCalled())
  expect(seen.mock.lastCall![0]).toMatchObject({ depIds: [], psaIds: [], psIds: ['7', '8'], psNum: 2 })
  expect(asked.at(-1)!.input.initTreeEntity).toMatchObject({ key: 'p41-A01A01' })
})

test('a click on a disabled node does nothing, and says in words why', async () => {
  serveOrg(smallOrg())
  render(<Picker />)
  await open()
  await expand('江苏')
  await expand('盐城')
  const retired = await row('电站6')
  expect(retired.getAttribute('aria-disabled')).toBe('true')
  expect(retired.textContent).toContain('已退场')
  fireEvent.click(retired)
  expect(retired.getAttribute('aria-checked')).toBe('false')
  expect(screen.getAllByText('已选电站 0 座').length).toBeGreaterThan(0)
})

test('in check mode a chosen row keeps no highlight', async () => {
  serveOrg(smallOrg())
  render(<Picker />)
  await open()
  const item = await row('江苏')
  fireEvent.click(item)
  expect(item.getAttribute('aria-checked')).toBe('true')
  expect(item.classList.contains('cur')).toBe(false)
  expect(item.hasAttribute('aria-selected')).toBe(false)
})

test('a search is sent once in 500 ms of typing with the words and what was chosen, and opens all it found', async () => {
  const asked = serveOrg(smallOrg())
  render(<Picker start={{ depIds: ['12'], depCodes: ['A01A02'] }} />)
  await open()
  await waitFor(() => expect(screen.getByRole('combobox').textContent).not.toContain('…'))
  const before = asked.length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const box = screen.getByRole('searchbox', { name: /查找/ })
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  const words = () => asked.slice(before).map(({ path, input }) => [path, input.search])
  type('电')
  act(() => void vi.advanceTimersByTime(400))
  type('电站')
  act(() => void vi.advanceTimersByTime(99))
  expect(words()).toEqual([])
  act(() => void vi.advanceTimersByTime(1))
  expect(words()).toEqual([['getDepartPsaTreeLazySearch', '电站']])
  type('电站1')
  act(() => void vi.advanceTimersByTime(400))
  type('电站8')
  act(() => void vi.advanceTimersByTime(100))
  vi.useRealTimers()
  const found = await row('电站8')
  expect(found.querySelector('mark')!.textContent).toBe('电站8')
  expect(words().map(([, word]) => word)).toEqual(['电站', '电站8'])
  expect(asked.at(-1)!.input).toMatchObject({ search: '电站8', initTreeEntity: { depCodes: 'A01A02' } })
  for (const name of ['示范光伏', '江苏', '淮海']) {
    expect((await row(name)).getAttribute('aria-expanded')).toBe('true')
  }
  expect(screen.queryByRole('treeitem', { name: /电站7/ })).toBeNull()
  expect(screen.getByText('1 项匹配')).toBeTruthy()
})

test('what was chosen is restored half-checked from initTreeEntity, without loading what is below', async () => {
  const asked = serveOrg(smallOrg())
  render(<Picker start={{ psIds: ['7', '9', '10'] }} />)
  await open()
  expect((await row('示范光伏')).getAttribute('aria-checked')).toBe('mixed')
  expect((await row('江苏')).getAttribute('aria-checked')).toBe('mixed')
  expect((await row('安徽')).getAttribute('aria-checked')).toBe('true')
  expect(screen.getAllByText('已选电站 3 座').length).toBeGreaterThan(0)
  expect(asked[0]!.input.initTreeEntity).toMatchObject({ psIds: '7,9,10', depCodes: '' })
})

test('the field names one of the chosen, cut at 32 characters, counts the others, and says 已选电站 N 座', async () => {
  const org = smallOrg()
  org.all.get('s1')!.node.name = '站'.repeat(40)
  serveOrg(org)
  render(<Picker start={{ psIds: ['1', '2', '9'] }} />)
  expect(await screen.findByText(`${'站'.repeat(32)}...`)).toBeTruthy()
  expect(screen.getByText('+2')).toBeTruthy()
  expect(screen.getByText('已选电站 3 座')).toBeTruthy()
})

test('已选 stands beside the tree by department; what is removed there is unchecked', async () => {
  serveOrg(smallOrg())
  render(<Picker />)
  await open()
  fireEvent.click(await row('安徽'))
  const picked = screen.getByRole('region', { name: '已选' })
  expect(within(picked).getByText('整部门 · 2 座')).toBeTruthy()
  fireEvent.click(within(picked).getByRole('button', { name: '移除 安徽运维中心' }))
  expect((await row('安徽')).getAttribute('aria-checked')).toBe('false')
})

test.each([
  ['a load that failed', '系统异常', 500, {}],
  [
    'an answer with another result_code',
    '服务暂不可用',
    200,
    { result_code: '0', result_msg: '服务暂不可用' },
  ],
])('%s leaves an empty tree and a way to ask again', async (_what, told, status, body) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
  render(<Picker />)
  fireEvent.click(field())
  expect(await screen.findByText(told)).toBeTruthy()
  expect(screen.queryByRole('treeitem')).toBeNull()
  serveOrg(smallOrg())
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await row('示范光伏')).toBeTruthy()
})

test('a node whose children did not come says so and tries again', async () => {
  let broken = false
  serveOrg(smallOrg(), () => broken)
  render(<Picker />)
  await open()
  broken = true
  fireEvent.click((await row('江苏')).querySelector('.tw')!)
  await waitFor(async () => expect((await row('江苏')).textContent).toContain('没有取到'))
  broken = false
  await expand('江苏')
})

test('closing with checks that were not taken asks first', async () => {
  serveOrg(smallOrg())
  const seen = vi.fn<(selection: OrgSelection) => void>()
  render(<Picker seen={seen} />)
  await open()
  fireEvent.click(await row('安徽'))
  fireEvent.keyDown(screen.getByRole('tree'), { key: 'Escape' })
  expect(await screen.findByText('勾选尚未确定，是否放弃?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '放弃' }))
  await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
  expect(seen).not.toHaveBeenCalled()
  await open()
  expect((await row('安徽')).getAttribute('aria-checked')).toBe('false')
})

test('取消 closes it, and emptying the field does not open it', async () => {
  serveOrg(smallOrg())
  render(<Picker start={{ psIds: ['1'] }} />)
  await open()
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '清空电站' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field().textContent).toBe('请选择电站')
})

test('a car tree asks for the person, and what is chosen in it is restored', async () => {
  const asked = serveOrg(smallOrg())
  render(<Picker mode={{ kind: 'car', userId: '9' }} start={{ psIds: ['1'] }} />)
  await open()
  expect(asked[0]).toMatchObject({ path: 'car', input: { userId: '9' } })
  expect((await row('示范光伏')).getAttribute('aria-checked')).toBe('mixed')
  fireEvent.click(screen.getByRole('button', { name: '部门' }))
  expect(screen.queryByRole('treeitem', { name: /项目群/ })).toBeNull()
})

test('one station is taken with a click; nodes that are no station are disabled then', async () => {
  const org = smallOrg()
  const answer = org.answer.bind(org)
  org.answer = (node, base, levels) => {
    const told = answer(node, base, levels)
    return node.kind === 'station' ? told : { ...told, disabled: true, disabledReason: '请选择电站' }
  }
  serveOrg(org)
  const seen = vi.fn<(selection: OrgSelection) => void>()
  render(<Picker single seen={seen} />)
  await open()
  expect(screen.getByRole('tree').style.maxHeight).toBe('300px')
  fireEvent.click(await row('江苏'))
  expect(seen).not.toHaveBeenCalled()
  await expand('江苏')
  await expand('盐城')
  fireEvent.click(await row('电站2'))
  expect(seen.mock.lastCall![0]).toMatchObject({
    psIds: ['2'],
    psNum: 1,
    parentName: '盐城项目群',
    parentId: '40',
    parentType: '2',
  })
  expect(field().textContent).toBe('电站2')
})

test('in department mode departments alone are shown, each counts for itself', async () => {
  const asked = serveOrg(smallOrg())
  const seen = vi.fn<(selection: OrgSelection) => void>()
  render(<Picker mode={{ kind: 'department' }} seen={seen} />)
  await open()
  expect(asked[0]).toMatchObject({ path: 'getDepartPsaTree', input: { isDepart: '1' } })
  expect(screen.queryByRole('treeitem', { name: /项目群/ })).toBeNull()
  fireEvent.click(await row('示范光伏'))
  expect(screen.getAllByText('已选部门 3 个').length).toBeGreaterThan(0)
  // Unchecking one part of a wholly chosen node keeps its other part.
  fireEvent.click(await row('安徽'))
  confirm()
  await waitFor(() => expect(seen).toHaveBeenCalled())
  expect(seen.mock.lastCall![0]).toMatchObject({
    depIds: ['11'],
    depCodes: ['A01A01'],
    psaIds: [],
    psIds: [],
  })
})

test('a read-only picker asks for nothing but its value and what is above it', async () => {
  const asked = serveOrg(smallOrg())
  render(<Picker disabled start={{ depIds: ['11'], depCodes: ['A01A01'] }} mode={{ kind: 'psa' }} />)
  expect(await screen.findByText('江苏运维中心')).toBeTruthy()
  expect(asked[0]!.input).toMatchObject({ initValue: 'd11', disabled: '1' })
  expect(asked[0]!.input).not.toHaveProperty('hasModel')
  fireEvent.click(field())
  expect(screen.queryByRole('dialog')).toBeNull()
})
