import type { DeviceTypeNode } from '@heliodesk/contract/devices.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeviceTypeCascader } from './DeviceTypeCascader.tsx'
import { Still } from '../kit/still.fixture.tsx'

const node = (
  id: string,
  code: string,
  name: string,
  rest: Partial<DeviceTypeNode> = {},
): DeviceTypeNode => ({
  id,
  parentId: null,
  code,
  name,
  sort: 0,
  attributes: [],
  status: '1',
  version: 1,
  deviceCount: 0,
  children: [],
  ...rest,
})

const tree = [
  node('1', 'NB', '逆变器', {
    deviceCount: 1206,
    children: [
      node('2', 'NB01', '集中式逆变器', { deviceCount: 1200 }),
      node('3', 'NB02', '组串式逆变器', { deviceCount: 6 }),
    ],
  }),
  node('4', 'XB', '箱变', { status: '3', children: [node('5', 'XB01', '油浸式箱变')] }),
]

function Picker({ openOnly = false, start }: { openOnly?: boolean; start?: string }) {
  const [value, setValue] = useState<string | undefined>(start)
  return (
    <Still>
      <QueryClientProvider client={client}>
        <DeviceTypeCascader label="设备类型" openOnly={openOnly} value={value} onChange={setValue} />
        <output>{value ?? '无'}</output>
      </QueryClientProvider>
    </Still>
  )
}

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ result_code: '1', result_data: tree })))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = () => screen.getByRole('combobox', { name: '设备类型' })
const open = () => fireEvent.mouseDown(field())

test('a device-type cascader offers every level with how many devices there are, and takes any of them', async () => {
  render(<Picker />)
  open()
  const root = await screen.findByRole('menuitemcheckbox', { name: /逆变器/ })
  expect(root.textContent).toContain('1,206')
  fireEvent.click(root)
  expect(screen.getByRole('status').textContent).toBe('1')
  const below = await screen.findByRole('menuitemcheckbox', { name: /组串式逆变器/ })
  fireEvent.click(below)
  expect(screen.getByRole('status').textContent).toBe('3')
})

test('a word or a code finds types on all levels, and the arrow keys and Enter choose', async () => {
  render(<Picker />)
  open()
  await screen.findByRole('menuitemcheckbox', { name: /逆变器/ })
  fireEvent.change(field(), { target: { value: '组串' } })
  await screen.findByText('逆变器 / 组串式逆变器')
  expect(screen.queryByText('逆变器 / 集中式逆变器')).toBeNull()
  fireEvent.change(field(), { target: { value: 'nb01' } })
  await screen.findByText('逆变器 / 集中式逆变器')
  fireEvent.keyDown(field(), { key: 'ArrowDown', which: 40, keyCode: 40 })
  fireEvent.keyDown(field(), { key: 'Enter', which: 13, keyCode: 13 })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'))
})

test('a disabled type and those below it are said to be so, and a form does not take them', async () => {
  render(<Picker openOnly />)
  open()
  const closed = await screen.findByRole('menuitemcheckbox', { name: /箱变/ })
  expect(closed.textContent).toContain('已停用')
  fireEvent.click(closed)
  expect(screen.getByRole('status').textContent).toBe('无')
})

test('a type that is known shows with what lies above it', async () => {
  render(<Picker start="3" />)
  expect(await screen.findByText('逆变器 / 组串式逆变器')).toBeTruthy()
})
