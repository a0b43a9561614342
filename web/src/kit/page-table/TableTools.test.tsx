import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useGrants } from '../../lib/permission.tsx'
import { arrangeTable, useTableSettings } from '../../lib/table-settings.ts'
import { Still } from '../still.fixture.tsx'
import type { Column } from './columns.ts'
import { PageTable } from './PageTable.tsx'
import type { PageSource } from './page-source.ts'
import { TableTools } from './TableTools.tsx'

type Row = { id: string; code: string; loss: number | null; at: string }

const columns: Column<Row>[] = [
  { key: 'code', title: '编号', width: 120, lock: true, cell: ({ code }) => <a href="#/x">{code}</a> },
  {
    key: 'loss',
    title: '损失',
    width: 90,
    align: 'right',
    cell: ({ loss }) => loss && loss.toLocaleString('en-US', { minimumFractionDigits: 1 }),
  },
  {
    key: 'at',
    title: '计划开始',
    width: 106,
    cell: ({ at }) => (
      <span title={at}>
        {at.slice(5)}
        <i className="sr">逾期</i>
      </span>
    ),
  },
  {
    key: 'hidden',
    title: '隐藏列',
    width: 80,
    hidden: true,
    cell: () => '看不见',
  },
]
const source: PageSource<Row> = {
  rows: [
    { id: '1', code: '=GD1', loss: 1234.5, at: '2026-11-21 08:00' },
    { id: '2', code: 'GD2', loss: null, at: '2026-11-22 09:30' },
  ],
  total: 2,
  fetching: false,
  error: null,
  updatedAt: 1,
  refresh: vi.fn(),
}

let saved: { name: string; blob: Blob }[]

// The popup is loaded lazily; preload it, because on a busy machine loading takes longer than a test waits.
beforeAll(async () => {
  await Promise.all([import('./ColumnsPopover.tsx'), import('./ExportShown.tsx')])
})
beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
  localStorage.clear()
  useTableSettings.setState({ byCode: {}, awaited: false })
  useGrants.setState({ pages: [], buttons: [], notInForce: [] })
  saved = []
  let blob: Blob
  URL.createObjectURL = (given) => {
    blob = given as Blob
    return 'blob:table'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const table = { code: 'test', name: '工单', columns, source }

const open = (exportCode?: 'order:export') =>
  render(
    <>
      <TableTools {...table} exportCode={exportCode} />
      <PageTable
        {...table}
        rowKey={({ id }) => id}
        paging={{ curPage: 1, size: 10, sort: { field: '', kind: '' } }}
        onPaging={vi.fn()}
        filtered={null}
        empty={{ title: '没有' }}
      />
    </>,
    { wrapper: Still },
  )

test('exports the columns and rows that show, in their order and format, without formulas', async () => {
  const user = userEvent.setup()
  arrangeTable('test', { order: ['at', 'code', 'loss', 'hidden'], hidden: ['hidden'], fixed: [], widths: {} })
  open()
  await user.click(screen.getByRole('button', { name: '导出当前页' }))
  await user.click(screen.getByRole('menuitem', { name: '导出 CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toMatch(/^工单_\d{14}\.csv$/)
  const bytes = new Uint8Array(await saved[0]!.blob.arrayBuffer())
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
    "\uFEFF计划开始,编号,损失\r\n2026-11-21 08:00,'=GD1,1234.5\r\n2026-11-22 09:30,GD2,\r\n",
  )
})

test('offers the file only to those who may take rows away', () => {
  open('order:export')
  expect(screen.queryByRole('button', { name: '导出当前页' })).toBeNull()
  cleanup()
  useGrants.setState({ buttons: ['order:export'] })
  open('order:export')
  expect(screen.getByRole('button', { name: '导出当前页' })).toBeTruthy()
})

test('the column settings move and widen a column by keyboard', async () => {
  const user = userEvent.setup()
  open()
  await user.click(screen.getByRole('button', { name: '列设置' }))
  const grip = () => screen.findByRole('button', { name: /^移动 损失/ })
  ;(await grip()).focus()
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect((await grip()).getAttribute('aria-label')).toBe('移动 损失，宽 106')
  expect(useTableSettings.getState().byCode['test']!.arrangement).toEqual({
    order: ['code', 'at', 'loss', 'hidden'],
    hidden: ['hidden'],
    fixed: [],
    widths: { loss: 106 },
  })
  ;(await grip()).focus()
  await user.keyboard('{Backspace}')
  expect((await grip()).getAttribute('aria-label')).toBe('移动 损失，宽 90')
})

test('dragging the edge of a head sets the width, a double click takes it back', () => {
  const { container } = open()
  const grip = container.querySelectorAll<HTMLElement>('.width-grip')[1]!
  Object.assign(grip, { setPointerCapture: vi.fn() })
  Object.defineProperty(grip.closest('th'), 'offsetWidth', { value: 90 })
  fireEvent.pointerDown(grip, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(grip, { clientX: 340, pointerId: 1 })
  expect(useTableSettings.getState().byCode['test']).toBeUndefined()
  fireEvent.pointerUp(grip, { clientX: 340, pointerId: 1 })
  expect(useTableSettings.getState().byCode['test']!.arrangement!.widths).toEqual({ loss: 130 })
  fireEvent.doubleClick(grip)
  expect(useTableSettings.getState().byCode['test']!.arrangement!.widths).toEqual({})
})

test('a table waits for the settings of a person whom this device does not know', () => {
  useTableSettings.setState({ awaited: true })
  const { container } = open()
  expect(container.querySelector('.grid-row')).toBeNull()
  cleanup()
  useTableSettings.setState({ awaited: false })
  expect(open().container.querySelectorAll('.grid-row')).toHaveLength(2)
})
