import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router'
import { queryClient, queryOf } from '../../lib/queries.ts'
import { DetailLayout } from '../DetailLayout.tsx'
import { RecordDrawer } from '../RecordDrawer.tsx'
import { useReadAgain } from '../use-seen.ts'
import { left, near } from './read-ahead.ts'
import type { Ahead } from './table-props.ts'

let sent: string[]
let aborted: string[]

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  aborted = []
})
afterEach(() => {
  left()
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
})

const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)

/** A read that never ends by itself. */
const reading = (id: string): Ahead => ({
  queryKey: ['/detail', { id }],
  queryFn: ({ signal }) =>
    new Promise((_resolve, reject) => {
      sent.push(id)
      signal.addEventListener('abort', () => {
        aborted.push(id)
        reject(new DOMException('aborted', 'AbortError'))
      })
    }),
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a rest on a row begins its read; passing over rows begins none', async () => {
  for (const id of ['1', '2', '3']) {
    near(id, () => reading(id))
    await pass(40)
  }
  expect(sent).toEqual([])
  await pass(60)
  expect(sent).toEqual(['3'])
})

test('the focus that follows the pointer to the same row begins no second read', async () => {
  near('1', () => reading('1'))
  await pass(100)
  near('1', () => reading('1'))
  await pass(100)
  expect(sent).toEqual(['1'])
  expect(aborted).toEqual([])
})

test('leaving, and another row, give up a read', async () => {
  near('1', () => reading('1'))
  await pass(100)
  near('2', () => reading('2'))
  await pass(100)
  left()
  await pass(0)
  expect(sent).toEqual(['1', '2'])
  expect(aborted).toEqual(['1', '2'])
})

test('a read that a drawer waits for meanwhile goes on', async () => {
  near('1', () => reading('1'))
  await pass(100)
  const stop = queryClient.getQueryCache().find({ queryKey: ['/detail', { id: '1' }] })!
  const drawer = { onQueryUpdate: () => undefined } as never
  stop.addObserver(drawer)
  left()
  await pass(0)
  expect(aborted).toEqual([])
})

test('an answer that is fresh is not read again', async () => {
  queryClient.setQueryData(['/detail', { id: '1' }], 'known')
  near('1', () => reading('1'))
  await pass(200)
  expect(sent).toEqual([])
})

type Row = { id: string; name: string }
type Whole = Row & { version: number; owner: string | null }

const Drawer = ({ row, record }: { row: Row | null; record: Whole | null }) => (
  <RecordDrawer<Row, Whole>
    open
    onClose={() => undefined}
    noun="电站"
    call={dictionaryCalls.detail}
    id="1"
    read={{ error: null, refetch: () => undefined, dataUpdatedAt: 1 }}
    row={row}
    record={record}
  >
    {(known, loaded) => ({
      top: '电站',
      title: known.name,
      sections: (
        <>
          <DetailLayout items={[{ label: '业主', value: known.owner }]} />
          {loaded && <button type="button">编辑</button>}
        </>
      ),
    })}
  </RecordDrawer>
)

test('the first frame of a drawer shows the row, a placeholder for what it lacks, and nothing to edit', () => {
  const row = { id: '1', name: '云岭一期' }
  const { rerender } = render(<Drawer row={row} record={null} />, { wrapper: Around })
  expect(screen.getByRole('heading', { name: '云岭一期' })).toBeTruthy()
  const value = () => screen.getByText('业主').nextElementSibling!
  expect([value().textContent, value().querySelector('.sk') !== null]).toEqual(['', true])
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()

  const dialog = screen.getByRole('dialog')
  rerender(<Drawer row={row} record={{ ...row, version: 1, owner: null }} />)
  expect(value().textContent).toBe('--')
  expect(screen.getByRole('button', { name: '编辑' })).toBeTruthy()
  // The same drawer, which does not slide in again.
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('without a row, as after a link, the drawer shows its skeleton', async () => {
  render(<Drawer row={null} record={null} />, { wrapper: Around })
  await pass(150)
  expect(screen.getByRole('status', { name: '正在加载' })).toBeTruthy()
})

test('a read that joins one begun ahead arrives though the pointer leaves', async () => {
  const answer = { success: true, result: { id: '1', version: 1 } }
  const answers = vi.fn<typeof fetch>(
    (_address, init) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve(Response.json(answer)), 500)
        init?.signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(new DOMException('aborted', 'AbortError'))
        })
      }),
  )
  vi.stubGlobal('fetch', answers)
  const { result } = renderHook(() => useReadAgain(dictionaryCalls.detail), { wrapper: Around })
  near('1', () => queryOf(dictionaryCalls.detail, { id: '1' }))
  await pass(100)
  const asked = result.current({ id: '1' })
  left()
  await pass(1000)
  await expect(asked).resolves.toMatchObject({ id: '1', version: 1 })
  expect(answers).toHaveBeenCalledTimes(2)
})
