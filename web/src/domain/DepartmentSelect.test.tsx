import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DepartmentSelect } from './DepartmentSelect.tsx'
import { Field } from '../kit/Field.tsx'
import { giveHeight } from './org-tree/org-server.fixture.ts'
import { Still } from '../kit/still.fixture.tsx'

const department = (
  id: string,
  orgCode: string,
  departName: string,
  children: DepartmentNode[] = [],
  status: '1' | '2' = '1',
): DepartmentNode => ({
  key: id,
  value: id,
  title: departName,
  id,
  parentId: null,
  departName,
  orgCode,
  status,
  departOrder: 0,
  version: 1,
  isLeaf: children.length === 0,
  memberCount: 0,
  stationCount: 0,
  children,
})

const company = () => [
  department('1', 'A01', '示范光伏', [
    department('2', 'A01A01', '江苏运维中心', [department('3', 'A01A01A01', '盐城班')]),
    department('4', 'A01A02', '旧部门', [], '2'),
  ]),
]

function serve(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const answers = (tree: DepartmentNode[]) => () =>
  new Response(
    JSON.stringify({ success: true, code: 200, result: tree, result_code: '1', result_data: tree }),
  )

type PickerProps = Partial<Parameters<typeof DepartmentSelect>[0]> & { start?: string }

let client: QueryClient

function Picker({ start, by = 'id', label, ...rest }: PickerProps) {
  const [value, setValue] = useState(start)
  const shown = { ...rest, by, label, value, onChange: setValue }
  return (
    <MemoryRouter>
      <Still>
        <QueryClientProvider client={client}>
          {label ? (
            <DepartmentSelect {...shown} />
          ) : (
            <Field label="归属部门" required error={rest.status && '此项为必填项'}>
              {(control) => <DepartmentSelect {...control} {...shown} />}
            </Field>
          )}
          <output>{value ?? '无'}</output>
        </QueryClientProvider>
      </Still>
    </MemoryRouter>
  )
}

// The popup is loaded lazily; preload it, because on a busy machine loading takes longer than a test waits.
beforeAll(() => import('./org-tree/DepartmentPopup.tsx'))
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  giveHeight()
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const field = () => screen.getByRole('combobox')
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name) })
const chosen = () => document.querySelector('output')!.textContent
const expand = async (name: string) => fireEvent.click((await row(name)).querySelector('.tw')!)

test('a form gets the id of the chosen department, a filter its code', async () => {
  serve(answers(company()))
  render(<Picker />)
  expect(field().textContent).toBe('请选择部门')
  fireEvent.click(screen.getByLabelText(/归属部门/))
  await expand('江苏')
  fireEvent.click(await row('盐城班'))
  expect(chosen()).toBe('3')
  expect(field().textContent).toBe('盐城班')
  expect(screen.queryByRole('tree')).toBeNull()
  cleanup()

  render(<Picker by="orgCode" label="部门" />)
  expect(screen.getByRole('combobox', { name: '部门' }).textContent).toMatch(/^部门\s全部$/)
  fireEvent.click(field())
  fireEvent.click(await row('江苏'))
  expect(chosen()).toBe('A01A01')
  expect(field().textContent).toMatch(/^部门\s江苏运维中心$/)
})

test('the name of the value is known before it is opened, and then its row stands in sight', async () => {
  serve(answers(company()))
  render(<Picker start="3" />)
  await waitFor(() => expect(field().textContent).toBe('盐城班'))
  fireEvent.click(field())
  expect((await row('盐城班')).getAttribute('aria-selected')).toBe('true')
})

test('a department out of use says so, and cannot be chosen where only others may', async () => {
  serve(answers(company()))
  render(<Picker openOnly />)
  fireEvent.click(field())
  expect((await row('旧部门')).textContent).toContain('已停用')
  expect((await row('旧部门')).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(await row('旧部门'))
  expect(chosen()).toBe('无')
  cleanup()

  render(<Picker by="orgCode" label="部门" />)
  fireEvent.click(field())
  fireEvent.click(await row('旧部门'))
  expect(chosen()).toBe('A01A02')
})

test('the keyboard opens it, searches, chooses and leaves', async () => {
  serve(answers(company()))
  render(<Picker />)
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  await row('示范光伏')
  const words = screen.getByPlaceholderText('查找部门')
  fireEvent.change(words, { target: { value: '盐' } })
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /旧部门/ })).toBeNull())
  expect((await row('盐')).textContent).toBe('盐城班')
  fireEvent.keyDown(words, { key: 'ArrowDown' })
  const tree = screen.getByRole('tree')
  expect(document.activeElement).toBe(tree)
  fireEvent.keyDown(tree, { key: 'End' })
  fireEvent.keyDown(tree, { key: 'Enter' })
  expect(chosen()).toBe('3')
  expect(document.activeElement).toBe(field())
  fireEvent.click(field())
  fireEvent.keyDown(await row('示范光伏'), { key: 'Escape' })
  expect(screen.queryByRole('tree')).toBeNull()
})

test('it is left when the focus goes elsewhere, not into its own tree', async () => {
  serve(answers(company()))
  const onBlur = vi.fn<() => void>()
  render(<Picker onBlur={onBlur} />)
  fireEvent.focus(field())
  fireEvent.click(field())
  await row('示范光伏')
  fireEvent.blur(field())
  expect(onBlur).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('tree'), { key: 'Escape' })
  fireEvent.blur(field())
  expect(onBlur).toHaveBeenCalledOnce()
})

test('the value is cleared; disabled neither clears nor opens', async () => {
  serve(answers(company()))
  render(<Picker start="2" />)
  fireEvent.click(screen.getByRole('button', { name: '清空部门' }))
  expect(chosen()).toBe('无')
  cleanup()

  render(<Picker start="2" disabled />)
  await waitFor(() => expect(field().textContent).toBe('江苏运维中心'))
  expect(field().getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: '清空部门' })).toBeNull()
  fireEvent.click(field())
  expect(screen.queryByRole('tree')).toBeNull()
})

test('the field carries what its label, its error and its need are', () => {
  serve(answers(company()))
  render(<Picker status="error" />)
  expect(field().getAttribute('aria-required')).toBe('true')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  const note = document.getElementById(field().getAttribute('aria-describedby')!)
  expect(note?.textContent).toContain('请填写归属部门')
})

test('a tree that did not come says so and is asked for again', async () => {
  serve(() => new Response('{}', { status: 500 }))
  render(<Picker />)
  fireEvent.click(field())
  expect(await screen.findByText('没有取到')).toBeTruthy()
  serve(answers(company()))
  fireEvent.click(screen.getByRole('button', { name: /重试/ }))
  await row('示范光伏')
})

test('the tree is a dropdown of at most 300 px, and on a phone a sheet with rows as high as a thumb', async () => {
  serve(answers(company()))
  render(<Picker />)
  fireEvent.click(field())
  expect((await row('示范光伏')).style.height).toBe('26px')
  expect(screen.getByRole('tree').style.maxHeight).toBe('300px')
  cleanup()

  vi.stubGlobal('innerWidth', 390)
  render(<Picker />)
  fireEvent.click(field())
  expect((await row('示范光伏')).style.height).toBe('44px')
  expect(screen.getByRole('button', { name: '关闭' })).toBeTruthy()
})
