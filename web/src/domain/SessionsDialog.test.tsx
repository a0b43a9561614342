import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../lib/call.ts'
import { sessionOf } from './session-samples.ts'
import type { Ending, Session } from './SessionList.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'
import { Still } from '../kit/still.fixture.tsx'

afterEach(cleanup)

const session = (at: number, more: Partial<Session> = {}) => sessionOf(at, `Chrome ${at} · Windows 10`, more)

const onEnd = vi.fn<(ending: Ending) => void>()

type Given = { data?: Session[]; failure?: CallError; refusal?: string; error?: CallError }

function Shown({ data, failure, refusal, error }: Given) {
  const [asked, setAsked] = useState<Ending | null>(null)
  return (
    <SessionsDialog
      open
      title="登录设备"
      sessions={{ data, error: failure ?? null, refetch: vi.fn<() => void>() }}
      whose="您"
      endAll="退出其他设备"
      {...{ refusal, asked }}
      onAsk={setAsked}
      busy={false}
      error={error ?? null}
      onEnd={onEnd}
      onClose={vi.fn<() => void>()}
    />
  )
}

const show = (given: Given) => render(<Shown {...given} />, { wrapper: Still })
const rows = () => within(screen.getByRole('list', { name: '登录设备' })).getAllByRole('listitem')

/** Finds the dialog by its text: in tests all dialogs have the same id, and so the same accessible name. */
const questionOf = (title: string) => screen.getByText(title).closest<HTMLElement>('[role=dialog]')!

describe('the sessions', () => {
  test('say where and when; this one is marked and cannot be ended here', () => {
    show({ data: [session(1), session(2)] })
    const [here, there] = rows()
    expect(here!.textContent).toContain('本机')
    expect(here!.textContent).toContain('正在使用')
    expect(within(here!).queryByRole('button')).toBeNull()
    expect(there!.textContent).toContain('2 小时前使用 · 10.0.0.2')
    expect(within(there!).getByText('2 小时前使用').title).toBe('2026-06-18 10:00:00')
  })

  test('end after a question that says what follows', async () => {
    show({ data: [session(1), session(2)] })
    await userEvent.click(within(rows()[1]!).getByRole('button', { name: '退出' }))
    const question = questionOf('退出“Chrome 2 · Windows 10”？')
    expect(question.textContent).toContain('您在该设备上立即退出登录，未保存的内容会丢失。')
    expect(onEnd).not.toHaveBeenCalled()
    await userEvent.click(within(question).getByRole('button', { name: '退出登录' }))
    expect(onEnd).toHaveBeenCalledWith(session(2))
  })

  test('end all together but for this one', async () => {
    show({ data: [session(1), session(2), session(3)] })
    await userEvent.click(screen.getByRole('button', { name: '退出其他设备（2）' }))
    const question = questionOf('退出 2 个设备？')
    await userEvent.click(within(question).getByRole('button', { name: '退出登录' }))
    expect(onEnd).toHaveBeenCalledWith('all')
  })

  test('have nothing to end when this is the only one', () => {
    show({ data: [session(1)] })
    expect(screen.queryByRole('button', { name: /^退出/ })).toBeNull()
  })

  test('of somebody who holds more stay, and the button says why', async () => {
    show({ data: [session(2)], refusal: '其权限或数据范围高于您，不能操作' })
    const button = within(rows()[0]!).getByRole('button', { name: '退出' })
    expect(button.getAttribute('aria-description')).toBe('其权限或数据范围高于您，不能操作')
    await userEvent.click(button)
    expect(screen.queryByText(/^退出“/)).toBeNull()
  })

  test('may be none, or may not have come', () => {
    show({ data: [] })
    expect(screen.getByText('没有登录中的设备')).toBeTruthy()
    cleanup()
    show({ failure: new CallError('网络超时', 504, 'timeout', 'r-1') })
    expect(screen.getByRole('alert').textContent).toContain('登录设备没有取到')
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  })

  test('that could not be ended say why beside the question', async () => {
    show({ data: [session(2)], error: new CallError('数据不存在或无权查看', 200, 'not_found', null) })
    await userEvent.click(within(rows()[0]!).getByRole('button', { name: '退出' }))
    expect(screen.getByRole('alert').textContent).toContain('数据不存在或无权查看')
  })
})
