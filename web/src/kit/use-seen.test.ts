import { roleCalls } from '@heliodesk/contract/roles.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { findListed } from './use-seen.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A list of so many rows, whose ids are their places; answers which pages were asked for. */
function listOf(total: number): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://host')
    asked.push(searchParams.get('pageNo')!)
    const [first, size] = [(Number(searchParams.get('pageNo')) - 1) * 500, 500]
    const records = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_each, at) => ({
      id: String(first + at + 1),
    }))
    return Response.json({ success: true, code: 200, message: '', result: { records, total } })
  })
  return asked
}

test('a row is found on whatever page it stands', async () => {
  const asked = listOf(1001)
  expect(await findListed(roleCalls.list, '700')).toEqual({ id: '700' })
  expect(asked).toEqual(['1', '2'])
})

test('one that is gone is looked for to the end, once', async () => {
  const asked = listOf(1001)
  expect(await findListed(roleCalls.list, '1002')).toBeNull()
  expect(asked).toEqual(['1', '2', '3'])
  const none = listOf(0)
  expect(await findListed(roleCalls.list, '1')).toBeNull()
  expect(none).toEqual(['1'])
})
