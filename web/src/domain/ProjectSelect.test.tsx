import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  Around,
  expectFivePages,
  expectMoreToEnd,
  isolatePagedOptions,
  openOptions,
  pageOf,
} from './paged-options.fixture.tsx'
import { ProjectSelect } from './ProjectSelect.tsx'

type Asked = {
  pageNo: number
  pageSize: number
  fuzz?: string
  deptCode?: string
  excludeClosed?: string
  top?: string
}

/** Answers the PSA list as the server does: t1 says whether more pages follow, t2 holds the list. */
function serve(total: number): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const input = JSON.parse(body) as Asked
    asked.push(input)
    const { first, count, hasNext } = pageOf(total, input.pageNo, input.pageSize)
    const t2 = Array.from({ length: count }, (_each, at) => ({
      id: String(first + at + 1),
      name: `项目 ${first + at + 1}`,
      status: at === 1 ? '3' : '1',
    }))
    return new Response(JSON.stringify({ success: true, code: 0, result: { t1: hasNext, t2 } }))
  })
  return asked
}

isolatePagedOptions()

function Picker({ openOnly = true }: { openOnly?: boolean }) {
  const [value, setValue] = useState<string[]>([])
  return (
    <Around>
      <ProjectSelect
        single
        {...(openOnly && { openOnly })}
        excludeClosed
        deptCode="A01A02"
        value={value}
        onChange={setValue}
      />
      <output>{value.join()}</output>
    </Around>
  )
}

const open = () => openOptions('项目 1')

test('projects come 100 a page; 更多 loads the next one until t1 says that there is none', async () => {
  const asked = serve(150)
  render(<Picker />)
  await open()
  expect(asked[0]).toMatchObject({ pageNo: 1, pageSize: 100, deptCode: 'A01A02', excludeClosed: '1' })
  await expectMoreToEnd()
  expect(asked[1]).toMatchObject({ pageNo: 2, pageSize: 100 })
})

test('after five pages of projects 更多 says 试试搜索 for 3 s', async () => {
  const asked = serve(900)
  render(<Picker />)
  await open()
  await expectFivePages(asked)
})

test('projects are searched 500 ms after the last key', async () => {
  const asked = serve(5)
  render(<Picker />)
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '盐城' } })
  act(() => void vi.advanceTimersByTime(499))
  expect(asked).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ fuzz: '盐城' }))
})

test('a closed project says so and cannot be chosen', async () => {
  serve(3)
  render(<Picker />)
  await open()
  fireEvent.click(screen.getByText('项目 2（已关闭）'))
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(screen.getByText('项目 3', { selector: '.ant-select-item-option-content' }))
  expect(screen.getByRole('status').textContent).toBe('3')
})

test('a closed project can be chosen where closed ones are not left out', async () => {
  serve(3)
  render(<Picker openOnly={false} />)
  await open()
  fireEvent.click(screen.getByText('项目 2（已关闭）'))
  expect(screen.getByRole('status').textContent).toBe('2')
})
