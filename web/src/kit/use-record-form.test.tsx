import type { Received } from '@heliodesk/contract/call.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshBehind } from '../lib/others.ts'
import { queryOf } from '../lib/queries.ts'
import { closeNotices, useNotices } from '../lib/notices.ts'
import { TextField } from './fields/TextField.tsx'
import { FieldsDrawer } from './FieldsDrawer.tsx'
import { Still } from './still.fixture.tsx'
import { useRecordForm, type RecordFormProps } from './use-record-form.ts'

type Dictionary = Received<typeof dictionaryCalls.detail>

const opened: Dictionary = {
  id: '7',
  version: 1,
  dictName: '任务分类',
  dictCode: 'taskCategory',
  description: '',
  itemCount: 0,
  builtIn: false,
}

const fresh = { ...opened, version: 2, dictName: '工单分类', dictCode: 'orderCategory' }
const stale = { code: 'dictionary.stale', message: '字典已在别处更新' }

type Answer = { code: number | string; message?: string; result?: unknown }
let client: QueryClient
let sent: Record<string, unknown>[]
let read: string[]
/** The answers of the command and of reading the record again. */
let answer: Answer
let found: Answer

beforeEach(() => {
  client = new QueryClient()
  sent = []
  read = []
  found = { code: 200, result: fresh }
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (body) sent.push(JSON.parse(body) as Record<string, unknown>)
    else read.push(url)
    const { code, ...rest } = body ? answer : found
    const known = code === 200 ? { code } : { code: 200, error_code: code }
    return Response.json({ success: code === 200, message: '', result: null, ...known, ...rest })
  })
})
afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
})

const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <QueryClientProvider client={client}>
      <Still>{children}</Still>
    </QueryClientProvider>
  </MemoryRouter>
)

function Form(dialog: Omit<RecordFormProps<Dictionary, { id: string }>, 'open'>) {
  const { form, seen, drawer } = useRecordForm(
    dictionaryCalls,
    { open: true, ...dialog },
    {
      noun: '字典',
      start: { description: '新的' },
      nameOf: ({ dictName }) => dictName,
      faults: { 'dictionary.code_taken': ['dictCode', 'dictName'] },
    },
  )
  return (
    <FieldsDrawer {...drawer} label={<i>{seen?.dictCode ?? '没有'}</i>}>
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
  render(<Form opened={opened} onClose={vi.fn()} />, { wrapper: Page })
  await save(user)
  await waitFor(() => expect(alerts()).toEqual(['已有相同编码的字典']))
  const code = await field('字典编码')
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(code))
  await user.type(await field('字典名称'), '二')
  expect(alerts()).toEqual([])
})

test('after somebody else changed it, 刷新 takes what is new, keeps what was typed and sends the version seen', async () => {
  answer = stale
  const user = userEvent.setup()
  const [onClose, onSaved] = [vi.fn(), vi.fn()]
  render(<Form opened={opened} onClose={onClose} onSaved={onSaved} />, { wrapper: Page })
  await user.type(await field('字典名称'), '（新）')
  await save(user)
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await waitFor(async () => expect((await field('字典编码')).value).toBe('orderCategory'))
  expect((await field('字典名称')).value).toBe('任务分类（新）')
  expect(alerts()).toEqual([])
  const asked = read.map((url) => new URL(url, 'http://localhost'))
  expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('id')])).toEqual([
    ['/api/sys/dict/queryById', '7'],
  ])
  expect(screen.getByText('orderCategory')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()

  answer = { code: 200, result: { ...fresh, dictName: '任务分类（新）', version: 3 } }
  await save(user)
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sent.map(({ version, dictName, dictCode }) => [version, dictName, dictCode])).toEqual([
    [1, '任务分类（新）', 'taskCategory'],
    [2, '任务分类（新）', 'orderCategory'],
  ])
  expect(onClose).toHaveBeenCalledOnce()
  expect(notices()).toEqual([['字典已保存', '任务分类（新）']])
})

test('what somebody else removed meanwhile is said, and the form closes', async () => {
  answer = stale
  const user = userEvent.setup()
  const onClose = vi.fn()
  found = { code: 'not_found', message: '数据不存在或无权查看' }
  render(<Form opened={opened} onClose={onClose} />, { wrapper: Page })
  await save(user)
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(notices()).toEqual([['字典“任务分类”已在别处删除', undefined]])
})

test('another failure to read it again is told, and what was typed stays', async () => {
  answer = stale
  found = { code: 'internal', message: '系统繁忙' }
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(<Form opened={opened} onClose={onClose} />, { wrapper: Page })
  await user.type(await field('字典名称'), '（新）')
  await save(user)
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await waitFor(() => expect(JSON.stringify(notices())).toContain('系统繁忙'))
  expect((await field('字典名称')).value).toBe('任务分类（新）')
  expect(onClose).not.toHaveBeenCalled()
})

test('without a record one is added, from what it starts with', async () => {
  answer = { code: 200, result: fresh }
  const user = userEvent.setup()
  const [onClose, onSaved] = [vi.fn(), vi.fn()]
  render(<Form onClose={onClose} onSaved={onSaved} />, { wrapper: Page })
  await screen.findByRole('dialog', { name: '新建字典' })
  await user.type(await field('字典名称'), '工单分类')
  await user.type(await field('字典编码'), 'orderCategory')
  await user.click(screen.getByRole('button', { name: '新建' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(fresh, expect.anything()))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ dictName: '工单分类', dictCode: 'orderCategory', description: '新的' })
  expect(sent[0]).not.toHaveProperty('version')
  expect(onClose).toHaveBeenCalledOnce()
  expect(notices()).toEqual([['字典已新建', '工单分类']])
})

describe('when others change the record', () => {
  const { entities } = dictionaryCalls.detail
  const others = () => act(() => refreshBehind(client, entities, entities))

  test('a form without typed values follows', async () => {
    render(<Form opened={opened} onClose={vi.fn()} />, { wrapper: Page })
    await others()
    await waitFor(async () => expect((await field('字典名称')).value).toBe('工单分类'))
    expect(alerts()).toEqual([])
  })

  test('typed values stay; the form says so, takes the rest on request, and sends the new version', async () => {
    answer = { code: 200, result: fresh }
    const user = userEvent.setup()
    render(<Form opened={opened} onClose={vi.fn()} />, { wrapper: Page })
    await user.type(await field('字典名称'), '（新）')
    await others()
    await waitFor(() => expect(alerts()).toEqual([expect.stringContaining('字典刚刚由他人更新')]))
    const values = async () => [(await field('字典名称')).value, (await field('字典编码')).value]
    expect(await values()).toEqual(['任务分类（新）', 'taskCategory'])
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await waitFor(async () => expect(await values()).toEqual(['任务分类（新）', 'orderCategory']))
    expect(alerts()).toEqual([])
    await save(user)
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ version: 2, dictName: '任务分类（新）' })]),
    )
  })

  test('a change in another window of the same person is not said to be another person’s', async () => {
    const user = userEvent.setup()
    render(<Form opened={opened} onClose={vi.fn()} />, { wrapper: Page })
    await user.type(await field('字典名称'), '（新）')
    await act(() => refreshBehind(client, entities))
    await waitFor(() => expect(alerts()).toEqual([expect.stringContaining('字典刚刚在别处更新')]))
  })
})

describe('a form that opens before its record is read', () => {
  const edit = () => render(<Form asked={{ id: '7' }} onClose={vi.fn()} />, { wrapper: Page })
  const sendButton = () => screen.getByRole('button', { name: /^保存/ })

  test('shows in the first frame, then the same drawer has the fields and sends the version read', async () => {
    answer = { code: 200, result: fresh }
    const user = userEvent.setup()
    edit()
    const drawer = screen.getByRole('dialog', { name: '编辑字典' })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(sendButton().getAttribute('aria-disabled')).toBe('true')
    expect((await field('字典名称')).value).toBe('工单分类')
    expect(screen.getByRole('dialog')).toBe(drawer)
    await user.type(await field('字典名称'), '（新）')
    await save(user)
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ id: '7', version: 2, dictName: '工单分类（新）' })]),
    )
  })

  test('has its fields at once when the record was read ahead, and reads it again when that was long ago', async () => {
    const key = queryOf(dictionaryCalls.detail, { id: '7' }).queryKey
    client.setQueryDefaults(key, { staleTime: 10_000 })
    client.setQueryData(key, opened)
    const { unmount } = edit()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '字典名称' }).value).toBe('任务分类')
    expect(read).toEqual([])
    unmount()
    client.setQueryData(key, opened, { updatedAt: Date.now() - 10_001 })
    edit()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect((await field('字典名称')).value).toBe('工单分类')
  })

  test('says why there is nothing to edit, and reads again on request', async () => {
    found = { code: 'not_found', message: '数据不存在或无权查看' }
    client.setDefaultOptions({ queries: { retry: false } })
    const user = userEvent.setup()
    edit()
    await screen.findByText('数据不存在或无权查看')
    expect(sendButton().getAttribute('aria-disabled')).toBe('true')
    found = { code: 200, result: fresh }
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect((await field('字典名称')).value).toBe('工单分类')
  })
})
