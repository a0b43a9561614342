import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../lib/notices.ts'
import { TextField } from './fields/TextField.tsx'
import { FieldsDrawer } from './FieldsDrawer.tsx'
import { Still } from './still.fixture.tsx'
import { useForm } from './use-form.ts'
import { useSaving } from './use-saving.ts'
import { useSeen } from './use-seen.ts'

type Dictionary = { id: string; version: number; dictName: string; dictCode: string }

const opened: Dictionary = { id: '7', version: 1, dictName: '任务分类', dictCode: 'taskCategory' }

let sent: Record<string, unknown>[]
let answer: { code: number | string; message?: string; result?: unknown }

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Record<string, unknown>)
    return Response.json({ success: answer.code === 200, message: '', result: null, ...answer })
  })
})
afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
})

const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <QueryClientProvider client={new QueryClient()}>
      <Still>{children}</Still>
    </QueryClientProvider>
  </MemoryRouter>
)

type EditProps = { fresh?: Dictionary | null; onClose: () => void; onSaved?: (saved: unknown) => void }

function Edit({ fresh = null, onClose, onSaved }: EditProps) {
  const form = useForm(dictionaryCalls.add.input, { dictName: opened.dictName, dictCode: opened.dictCode })
  const saving = useSaving(dictionaryCalls.edit, {
    refresh: [],
    said: ({ dictName }) => ['字典已保存', dictName],
    form,
    faults: { 'dictionary.code_taken': ['dictCode', 'dictName'] },
    onClose,
    onSaved,
  })
  const { seen, look } = useSeen(opened, {
    saving,
    readAgain: async () => fresh,
    onFresh: ({ dictName, dictCode }) => form.rebase({ dictName, dictCode }),
    gone: '字典已被他人删除',
    onClose,
  })
  return (
    <FieldsDrawer
      open
      title="编辑字典"
      verb="保存"
      form={form}
      saving={saving}
      onClose={onClose}
      onRefresh={look}
      onSubmit={() => form.submit((input) => saving.send({ ...input, id: seen.id, version: seen.version }))}
    >
      <TextField {...form.field('dictName')} label="字典名称" />
      <TextField {...form.field('dictCode')} label="字典编码" />
    </FieldsDrawer>
  )
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const notices = () => useNotices.getState().notices.map(({ title, text }) => [title, text])

async function save(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await field('字典编码'))
  await user.keyboard('{Enter}')
}

test('what the server has against a field stands there alone, until one of its fields changes', async () => {
  answer = { code: 'dictionary.code_taken', message: '已有相同编码的字典' }
  const user = userEvent.setup()
  render(<Edit onClose={vi.fn()} />, { wrapper: Page })
  await save(user)
  await vi.waitFor(() => expect(alerts()).toEqual(['已有相同编码的字典']))
  const code = await field('字典编码')
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await vi.waitFor(() => expect(document.activeElement).toBe(code))
  await user.type(await field('字典名称'), '二')
  expect(alerts()).toEqual([])
})

test('after somebody else changed it, 刷新 takes what is new, keeps what was typed and sends the version seen', async () => {
  answer = { code: 'dictionary.stale', message: '字典已被他人更新' }
  const user = userEvent.setup()
  const [onClose, onSaved] = [vi.fn(), vi.fn()]
  const fresh = { ...opened, version: 2, dictName: '工单分类', dictCode: 'orderCategory' }
  render(<Edit fresh={fresh} onClose={onClose} onSaved={onSaved} />, { wrapper: Page })
  await user.type(await field('字典名称'), '（新）')
  await save(user)
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await vi.waitFor(async () => expect((await field('字典编码')).value).toBe('orderCategory'))
  expect((await field('字典名称')).value).toBe('任务分类（新）')
  expect(alerts()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()

  answer = { code: 200, result: { ...fresh, dictName: '任务分类（新）', version: 3 } }
  await save(user)
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sent.map(({ version, dictName, dictCode }) => [version, dictName, dictCode])).toEqual([
    [1, '任务分类（新）', 'taskCategory'],
    [2, '任务分类（新）', 'orderCategory'],
  ])
  expect(onClose).toHaveBeenCalledOnce()
  expect(notices()).toEqual([['字典已保存', '任务分类（新）']])
})

test('what somebody else removed meanwhile is said, and the form closes', async () => {
  answer = { code: 'dictionary.stale', message: '字典已被他人更新' }
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(<Edit onClose={onClose} />, { wrapper: Page })
  await save(user)
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(notices()).toEqual([['字典已被他人删除', undefined]])
})
