import { shellCalls } from '@heliodesk/contract/shell.ts'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { choosePreference } from '../../lib/preferences.ts'
import { UnreadWatch } from './UnreadWatch.ts'

// Answers are visible at once rather than in the next task.
notifyManager.setScheduler((callback) => callback())

let client: QueryClient

const arrive = (mail: number, feedback: number) =>
  act(async () => {
    client.setQueryData([shellCalls.unread.path, { businessType: 2 }], {
      isNotReadNum: mail + feedback,
      mail,
      feedback,
    })
  })

const told = () => useNotices.getState().notices.map(({ text }) => text)

beforeEach(async () => {
  choosePreference({ notifyAnswer: true })
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, enabled: false } } })
  render(
    <QueryClientProvider client={client}>
      <UnreadWatch />
    </QueryClientProvider>,
  )
  await arrive(1, 2)
})
afterEach(() => {
  cleanup()
  closeNotices()
})

test('what waits already is not told again, what comes is, and what was read is not', async () => {
  expect(told()).toEqual([])
  await arrive(2, 2)
  expect(told()).toEqual(['总经理信箱有新的信件或答复'])
  await arrive(0, 2)
  await arrive(0, 3)
  expect(told()).toEqual(['总经理信箱有新的信件或答复', '问题反馈有新的内容或答复'])
})

test('who does not want it is not told, nor afterwards of what came meanwhile', async () => {
  act(() => choosePreference({ notifyAnswer: false }))
  await arrive(3, 3)
  act(() => choosePreference({ notifyAnswer: true }))
  expect(told()).toEqual([])
})
