import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { DepartmentPage } from './DepartmentPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const departmentOf = (id: string, departName: string, children: unknown[] = []) => ({
  id,
  departName,
  orgCode: `A0${id}`,
  parentId: null,
  status: '1',
  version: 1,
  isLeaf: children.length === 0,
  memberCount: 2,
  stationCount: 1,
  children,
})
const tree = [departmentOf('1', '公司', [departmentOf('2', '西北'), departmentOf('3', '华东')])]

const focused: [string | null, FocusOptions | undefined][] = []
beforeEach(() => {
  focused.length = 0
  answering({ [departmentCalls.tree.path]: tree })
  // A window of rows is drawn for the height of its box.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    focused.push([this.dataset.id ?? null, options])
  })
})

const show = (address: string, width?: number) => showPage(<DepartmentPage />, address, width)

const rows = () =>
  screen.queryAllByRole('treeitem').map((row) => [row.dataset.id, row.getAttribute('aria-selected')])

test.each([
  ['/', 1440, '公司'],
  ['/?dep=2', 1440, '西北'],
  ['/?dep=3', 390, '华东'],
])('%s in a window of %d px shows %s', async (address, width, name) => {
  show(address, width)
  expect(await screen.findByRole('region', { name })).toBeTruthy()
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(rows().filter(([, selected]) => selected === 'true')).toHaveLength(width < 768 ? 0 : 1)
})

test('a phone begins with the tree alone, and an unknown department is told', async () => {
  show('/', 390)
  await screen.findByRole('tree')
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByText('没有这个部门')).toBeNull()
})

test('an unknown department is told', async () => {
  show('/?dep=9')
  expect(await screen.findByText('没有这个部门')).toBeTruthy()
})

test('an arrow key moves the focus, and the tree itself scrolls to it', async () => {
  show('/?dep=1')
  const [first] = await screen.findAllByRole('treeitem')
  focused.length = 0
  fireEvent.keyDown(first!, { key: 'ArrowDown' })
  expect(focused).toEqual([['2', { preventScroll: true }]])
})
