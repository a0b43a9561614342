import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveBlob } from '../../lib/download.ts'
import { Chart } from './Chart.tsx'
import { summaryOf, type Description } from './description.ts'

vi.mock('../../lib/download.ts', () => ({ saveBlob: vi.fn<typeof saveBlob>() }))

const drawing = vi.hoisted(() => ({ open: vi.fn<() => unknown>() }))
vi.mock('./drawing.ts', () => ({ openDrawing: drawing.open }))

const description: Description = {
  label: '每日工单',
  points: { title: '日期', names: ['2026-11-01', '2026-11-02', '2026-11-03'] },
  unit: '单',
  series: [
    { name: '新建', kind: 'bar', tone: 'expected', values: [3, null, 1200], note: '1,203' },
    { name: '完成', kind: 'line', tone: 'own', values: [2, 0, 7] },
  ],
}

const opened = {
  show: vi.fn<(given: Description) => void>(),
  resize: vi.fn<() => void>(),
  dispose: vi.fn<() => void>(),
  zoom: vi.fn<(factor: number, at: number) => void>(),
  pointAt: (x: number) => Math.floor(x / 100),
  placeOf: (at: number) => {
    if (opened.show.mock.calls.length === 0) throw new Error('nothing is drawn yet')
    return 50 + at * 100
  },
  picture: async () => new Blob(['png']),
}

beforeEach(() => {
  drawing.open.mockReturnValue(opened)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: (entries: object[]) => void
      constructor(tell: (entries: object[]) => void) {
        this.tell = tell
      }
      observe = () => this.tell([{ contentRect: { width: 300, height: 200 } }])
      disconnect = () => undefined
    },
  )
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const show = (rest: Partial<Parameters<typeof Chart>[0]> = {}) =>
  render(
    <MemoryRouter>
      <Chart {...description} {...rest} />
    </MemoryRouter>,
  )

const reader = () => screen.getByRole('slider', { name: '每日工单，方向键逐个读数' })

test('a chart has a name, a summary and a table of all values', () => {
  show()
  const chart = screen.getByRole('figure', { name: '每日工单' })
  expect(document.getElementById(chart.getAttribute('aria-describedby')!)!.textContent).toBe(
    '日期 2026-11-01 至 2026-11-03，共 3 个；新建 3 至 1,200 单，缺 1 个；完成 0 至 7 单',
  )
  const rows = within(screen.getByRole('table', { name: '每日工单' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['日期', '新建 单', '完成 单'],
    ['2026-11-01', '3', '2'],
    ['2026-11-02', '--', '0'],
    ['2026-11-03', '1,200', '7'],
  ])
  expect(chart.textContent).toContain('新建 1,203')
})

test('a series without any value says so', () => {
  expect(
    summaryOf({ ...description, series: [{ ...description.series[0]!, values: [null, null, null] }] }),
  ).toContain('新建没有数据')
})

test('the keyboard reads the values point by point, and follows the link of a point', async () => {
  const user = userEvent.setup()
  show({ linkAt: (at) => ({ to: `/orders/${at}`, label: `第 ${at} 天的工单` }) })
  await waitFor(() => expect(opened.show).toHaveBeenCalled())
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(reader())
  const words = () => reader().getAttribute('aria-valuetext')
  expect(words()).toBe('还没有读数')
  await user.keyboard('{ArrowRight}')
  expect(words()).toBe('2026-11-01，新建 3 单，完成 2 单')
  await user.keyboard('{ArrowRight}')
  expect(words()).toBe('2026-11-02，新建 --，完成 0 单')
  await user.keyboard('{End}{ArrowRight}')
  expect(words()).toBe('2026-11-03，新建 1,200 单，完成 7 单')
  expect(reader().getAttribute('aria-valuenow')).toBe('2')
  expect(screen.getByRole('status').textContent).toBe('2026-11-03新建 1,200 单完成 7 单')
  const link = screen.getByRole('link', { name: '第 2 天的工单' })
  const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  link.addEventListener('click', followed)
  await user.keyboard('{Enter}')
  expect(followed).toHaveBeenCalledTimes(1)
  await user.keyboard('{Home}{Escape}')
  expect(words()).toBe('还没有读数')
  await user.keyboard('+{End}-0')
  expect(opened.zoom.mock.calls).toEqual([
    [2, 1],
    [0.5, 2],
    [0, 2],
  ])
})

test('the menu shows the table in place of the drawing, and saves the picture and the data', async () => {
  const user = userEvent.setup()
  show()
  await waitFor(() => expect(opened.show).toHaveBeenCalled())
  const choose = async (item: string) => {
    await user.click(screen.getByRole('button', { name: '每日工单的更多操作' }))
    await user.click(screen.getByRole('menuitem', { name: item }))
  }
  expect(screen.queryByRole('region')).toBeNull()
  await choose('显示数据表')
  expect(screen.getByRole('region', { name: '每日工单数据表' })).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
  await choose('显示图')
  expect(reader()).toBeTruthy()

  await choose('导出图片')
  await waitFor(() =>
    expect(saveBlob).toHaveBeenLastCalledWith(
      expect.any(Blob),
      expect.stringMatching(/^每日工单_\d{14}\.png$/),
    ),
  )
  await choose('导出数据')
  const [data, name] = vi.mocked(saveBlob).mock.lastCall!
  expect(name).toMatch(/^每日工单_\d{14}\.csv$/)
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await data.arrayBuffer())).toBe(
    '\uFEFF日期,新建 单,完成 单\r\n2026-11-01,3,2\r\n2026-11-02,,0\r\n2026-11-03,1200,7\r\n',
  )
})

test('without values there is nothing to draw, and the chart says so', () => {
  show({ series: [{ ...description.series[0]!, values: [null, null, null] }] })
  expect(screen.getByText('没有可以画的数据')).toBeTruthy()
  expect(screen.queryByRole('figure')).toBeNull()
})

test('where the drawing fails, the table of values takes its place', async () => {
  drawing.open.mockImplementation(() => {
    throw new Error('Failed to fetch dynamically imported module: /assets/drawing.js')
  })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('图没有画出来，下面是它的数据')
  expect(screen.getByRole('region', { name: '每日工单数据表' })).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('a chart of many points lists the first ones, and says that there are more', () => {
  const names = Array.from({ length: 100_000 }, (_each, at) => `${at}`)
  show({
    points: { title: '时刻', names },
    series: [{ name: '功率', kind: 'line', tone: 'own', values: names.map(Number) }],
  })
  expect(screen.getAllByRole('row')).toHaveLength(501)
  expect(screen.getByText('另有 99,500 行，导出数据后查看')).toBeTruthy()
})

test('the drawing follows the theme and is given back', async () => {
  const { unmount } = show()
  await waitFor(() => expect(opened.show).toHaveBeenCalledTimes(1))
  document.documentElement.dataset.theme = 'dark'
  await waitFor(() => expect(opened.show).toHaveBeenCalledTimes(2))
  delete document.documentElement.dataset.theme
  unmount()
  expect(opened.dispose).toHaveBeenCalledTimes(1)
})
