import { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import { defectCalls } from '@heliodesk/contract/defects.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { keyOf } from '../../../lib/queries.ts'
import { DefectGrade } from './DefectGrade.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const levels = [
  { defectLevel: 'I', label: '危急', respondMinutes: 15, arriveHours: 2, recoverHours: 24 },
  { defectLevel: 'II', label: '重大', respondMinutes: 60, arriveHours: 24, recoverHours: 36 },
]
const grading = {
  id: '1',
  defectLevel: 'I',
  deviceTypeId: null,
  deviceTypeName: null,
  words: ['冒烟'],
  note: '火灾',
  word: '冒烟',
}
const predicted = (defectLevel: string, predictRecoverTimeLimit: string) => ({
  defectLevel,
  entryTime: '2026-11-24 08:00:00',
  limitHours: 24,
  predictRecoverTimeLimit,
  isMoved: false,
})

function Harness({ impCommitTime }: { impCommitTime?: string }) {
  const form = useForm(workOrderCalls.insert.input, {
    taskDescription: '逆变器冒烟',
    ...(impCommitTime && { impCommitTime }),
  })
  return (
    <>
      <DefectGrade form={form} />
      <output>{form.values.impCommitTime ?? 'none'}</output>
    </>
  )
}

function show(impCommitTime?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(keyOf(defectCalls.levels, {}), levels)
  client.setQueryData(keyOf(gradingCalls.suggestion, { taskDescription: '逆变器冒烟' }), { grading })
  client.setQueryData(keyOf(defectCalls.predict, { defectLevel: 'I' }), predicted('I', '2026-11-25 08:00:00'))
  client.setQueryData(
    keyOf(defectCalls.predict, { defectLevel: 'II' }),
    predicted('II', '2026-11-25 20:00:00'),
  )
  render(
    <QueryClientProvider client={client}>
      <Still>
        <Harness {...(impCommitTime && { impCommitTime })} />
      </Still>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const promised = () => screen.getByRole('status').textContent

async function choose(user: ReturnType<typeof userEvent.setup>, option: string) {
  await user.click(screen.getByRole('combobox', { name: '缺陷等级' }))
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

test('a grade is suggested by the description, and its limit becomes the promised end', async () => {
  const user = show()
  expect(await screen.findByText(/描述含“冒烟”，建议 I 危急：火灾/)).toBeTruthy()
  expect(promised()).toBe('none')
  await user.click(screen.getByRole('button', { name: '采用' }))
  await waitFor(() => expect(promised()).toBe('2026-11-25 08:00:00'))
  expect(screen.queryByText(/建议/)).toBeNull()
  await choose(user, 'II 重大（36 小时内恢复）')
  await waitFor(() => expect(promised()).toBe('2026-11-25 20:00:00'))
})

test('an end that somebody typed stays', async () => {
  const user = show('2026-12-01 08:00:00')
  await user.click(await screen.findByRole('button', { name: '采用' }))
  await screen.findByText('I 危急（1 天内恢复）')
  expect(promised()).toBe('2026-12-01 08:00:00')
})
