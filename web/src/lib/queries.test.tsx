import { roleCalls } from '@heliodesk/contract/roles.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient, takeOver, useCall, useCommand } from './queries.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('after a command, the queries on screen that show what it changed are read again, and no others', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(new URL(url, 'http://localhost').pathname.slice('/api'.length))
    return Response.json({ success: true, code: 200, message: '', result: null })
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => ({
      roles: useCall(roleCalls.all, {}),
      rights: useCall(sessionCalls.permissions, {}),
      provinces: useCall(stationCalls.provinces, {}),
      save: useCommand(roleCalls.savePermissions),
    }),
    { wrapper },
  )
  const { all } = roleCalls
  const { permissions } = sessionCalls
  const first = [all.path, permissions.path, stationCalls.provinces.path]
  await waitFor(() => expect(sent).toEqual(first))
  sent.length = 0
  await act(() => result.current.save.mutateAsync({ roleId: '7', permissionIds: '', lastpermissionIds: '' }))
  expect(sent).toEqual([roleCalls.savePermissions.path, all.path, permissions.path])
})

test('an answer that was asked for before is taken over once; after that it is asked for anew', async () => {
  const answer = (title: string) => ({
    menu: [],
    auth: [],
    allAuth: [{ action: title, type: '', describe: '', status: '' }],
    codeList: [],
    sysSafeMode: false as const,
  })
  const sent = vi.fn(async () =>
    Response.json({ success: true, code: 200, message: '', result: answer('second') }),
  )
  vi.stubGlobal('fetch', sent)
  takeOver(sessionCalls.permissions, {}, Promise.resolve(answer('first')))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useCall(sessionCalls.permissions, {}), { wrapper })
  await waitFor(() => expect(result.current.data).toEqual(answer('first')))
  expect(sent).not.toHaveBeenCalled()
  void result.current.refetch()
  await waitFor(() => expect(result.current.data).toEqual(answer('second')))
})
