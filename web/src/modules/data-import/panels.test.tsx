import {
  dataImportCalls,
  importColumns,
  importKinds,
  type ImportKind,
} from '@heliodesk/contract/data-import.ts'
import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { ColumnGuide } from './ColumnGuide.tsx'
import type { ImportJob, ListedImport } from './import-job.ts'
import { ImportHistory } from './ImportHistory.tsx'
import { JobPanel } from './JobPanel.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const listed: ListedImport = {
  id: '4',
  kind: 'stations',
  fileName: '电站.csv',
  state: 'importing',
  depName: '甘肃区域',
  rowCount: 1,
  doneCount: 0,
  result: null,
  error: null,
  createdBy: '李慧',
  createTime: '2026-11-18 16:02:00',
} as ListedImport

const report: ImportJob['report'] = {
  okCount: 3,
  badCount: 0,
  knownCount: 0,
  errorCount: 0,
  warningCount: 0,
  stations: 3,
  orders: 0,
  findings: [],
}
const job = (change: Partial<ImportJob>) => ({ ...listed, traced: false, report, ...change }) as ImportJob
const show = (change: Partial<ImportJob>) =>
  render(<JobPanel job={job(change)} error={null} onReread={() => undefined} />, { wrapper: Page })

test.each([
  ['failed', '导入失败，没有写入任何数据。'],
  ['importing', '可以离开或关闭本页，导入会继续进行；回来后从导入记录打开即可。'],
  ['checked', '没有错误，可以导入。3 行要么全部导入，要么一行也不导入。'],
] as const)('an import that is %s says so, and nothing else', (state, words) => {
  const all = [/^导入失败/, /^可以离开/, /^没有错误，可以导入/]
  show({ state })
  const shown = all.flatMap((each) => screen.queryAllByText(each).map(({ textContent }) => textContent))
  expect(shown).toEqual([words])
})

test.each([
  [0, null, '没有错误'],
  [1, 'err', '1 处，须先修正'],
])('%d bad rows are marked as %s', (badCount, mark, note) => {
  show({ state: 'checked', report: { ...report, badCount, errorCount: badCount } })
  const figure = screen.getByText('错误', { selector: 'dt' }).nextElementSibling!
  expect(figure.getAttribute('class')).toBe(mark)
  expect(figure.textContent).toBe(`${badCount}行${note}`)
})

test.each([
  [true, '查看这次导入的设备', '查看这次导入的电站'],
  [false, '查看设备台账', '查看电站档案'],
])('traced: %s; what was imported opens its own list', (traced, devices, stations) => {
  useGrants.setState({ pages: [], buttons: ['station:list', 'device:list'], notInForce: [] })
  show({ state: 'done', traced, result: { stations: 1, orders: 0, skipped: 0, devices: 2 } } as never)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([stations, devices])
})

test.each(Object.keys(importKinds) as ImportKind[])('the guide of %s marks the required columns', (kind) => {
  render(<ColumnGuide kind={kind} />)
  const columns: { title: string; required?: true }[] = Object.values(importColumns[kind])
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(columns.map(({ title, required }) => (required ? `${title}必填` : title)))
})

test('a running import of the list shows how far it is, whatever its number of rows', async () => {
  const pageList = [
    { ...listed, id: '1' },
    { ...listed, id: '2', rowCount: 3, doneCount: 2 },
    { ...listed, id: '3', rowCount: 0 },
    { ...listed, id: '4', state: 'done', result: { stations: 0, orders: 2, skipped: 0 } },
  ]
  answering({ [dataImportCalls.page.path]: { pageList, rowCount: 4 } })
  render(<ImportHistory currentId={null} onOpen={() => undefined} />, { wrapper: Page })
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row')
  const results = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(results.map((cells) => cells.filter((text) => /%|新增/.test(text ?? '')))).toEqual([
    ['0 %'],
    ['66 %'],
    [],
    ['新增 2 张工单'],
  ])
})
