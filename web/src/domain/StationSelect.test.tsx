import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  Around,
  expectFivePages,
  expectMoreToEnd,
  forgetPages,
  isolatePagedOptions,
  more,
  openOptions,
  pageOf,
  pagesRead,
} from './paged-options.fixture.tsx'
import { StationSelect } from './StationSelect.tsx'

type Asked = { curPage: number; size: number; psName?: string; topPsIds?: string; psaIds?: string }

/** Answers the station list as the server does: `total` stations, or those with the searched name. */
function serve(total: number, name = '电站') {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const sent = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
    const input: Asked = { ...sent, curPage: Number(sent.curPage), size: Number(sent.size) }
    asked.push(input)
    const { first, count, hasNext } = pageOf(input.psName ? 1 : total, input.curPage, input.size)
    const list = Array.from({ length: count }, (_each, at) => ({
      psId: String(first + at + 1),
      psName: `${input.psName ?? name} ${first + at + 1}`,
    }))
    const result = { list, hasNextPage: hasNext, total }
    return new Response(JSON.stringify({ success: true, code: 0, result }))
  })
  return asked
}

const none: string[] = []

function Picker({
  onlyOne,
  psaIds,
  start = none,
}: {
  onlyOne?: boolean
  psaIds?: string[]
  start?: string[]
}) {
  const [value, setValue] = useState<string[]>(start)
  return (
    <Around>
      <StationSelect
        multiple
        label="电站"
        value={value}
        onChange={setValue}
        onlyOne={onlyOne}
        psaIds={psaIds}
      />
      <output>{value.join()}</output>
    </Around>
  )
}

isolatePagedOptions()

const openList = () => openOptions('电站 2')

test('loads 100 a page; 更多 loads the next page and goes when there is none', async () => {
  const asked = serve(150)
  render(<Picker />)
  expect(asked).toHaveLength(0)
  await openList()
  expect(asked[0]).toMatchObject({ curPage: 1, size: 100 })
  await expectMoreToEnd()
  expect(asked[1]).toMatchObject({ curPage: 2, size: 100 })
})

test('PageDown stands for 更多, and does nothing once all are there', async () => {
  const asked = serve(150)
  render(<Picker />)
  await openList()
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'PageDown', keyCode: 34, which: 34 })
  await waitFor(() => expect(more()).toBeNull())
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'PageDown', keyCode: 34, which: 34 })
  expect(asked.map(({ curPage }) => curPage)).toEqual([1, 2])
})

test('after page 5 更多 says 试试搜索 for 3 s instead of loading', async () => {
  const asked = serve(900)
  render(<Picker />)
  await openList()
  await expectFivePages(asked)
})

test('a search is sent 800 ms after the last key', async () => {
  const asked = serve(150)
  render(<Picker />)
  await openList()
  const box = screen.getByRole('combobox')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(box, { target: { value: '共' } })
  act(() => void vi.advanceTimersByTime(500))
  fireEvent.change(box, { target: { value: '共和' } })
  act(() => void vi.advanceTimersByTime(799))
  expect(asked).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()
  await waitFor(() => expect(asked.map(({ psName }) => psName)).toEqual([undefined, '共和']))
})

test('shows one tag, cut at 32 characters, and counts the chosen stations', async () => {
  const asked = serve(3, '站'.repeat(40))
  render(<Picker start={['1', '2', '3']} />)
  expect(await screen.findByText(`${'站'.repeat(32)}...`)).toBeTruthy()
  expect(asked[0]).toMatchObject({ topPsIds: '1,2,3' })
  expect(screen.getByText('+2')).toBeTruthy()
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(await screen.findByText('已选电站 3 座')).toBeTruthy()
})

test('with only one result it is chosen by itself; with two nothing is', async () => {
  serve(1)
  const one = render(<Picker onlyOne />)
  expect(await one.findByText('1', { selector: 'output' })).toBeTruthy()
  cleanup()
  forgetPages()

  serve(2)
  render(<Picker onlyOne />)
  await waitFor(() => expect(pagesRead()).toBe(1))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('stations on top and projects are sent joined by commas', async () => {
  const asked = serve(3)
  render(<Picker start={['7', '8']} psaIds={['40', '41']} />)
  await waitFor(() => expect(asked[0]).toMatchObject({ topPsIds: '7,8', psaIds: '40,41' }))
})

test('required projects without any leave nothing to choose from and ask nothing', async () => {
  const asked = serve(5)
  render(<Picker psaIds={[]} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(await screen.findByText('没有可选的电站')).toBeTruthy()
  expect(asked).toHaveLength(0)
})

test('a failed list hides 更多 and stops loading', async () => {
  serve(150)
  render(<Picker />)
  await openList()
  let fail = () => {}
  const failure = new Promise<Response>((resolve) => {
    fail = () => resolve(new Response('{}', { status: 500 }))
  })
  vi.stubGlobal('fetch', () => failure)
  const loading = () => document.querySelector('.ant-select-suffix .anticon-spin, .ant-select-arrow-loading')
  expect(loading()).toBeNull()
  fireEvent.click(more()!)
  await waitFor(() => expect(loading()).not.toBeNull())
  fail()
  await waitFor(() => expect(more()).toBeNull())
  await waitFor(() => expect(loading()).toBeNull())
})

test('Tab leaves the list without choosing', async () => {
  serve(3)
  render(<Picker />)
  await openList()
  // user-event does not set `which`, which Ant Design reads.
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Tab', keyCode: 9, which: 9 })
  expect(screen.getByRole('status').textContent).toBe('')
})
