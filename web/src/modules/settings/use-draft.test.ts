import { defaultSystemSettings, systemSettings, type SystemSettings } from '@heliodesk/contract/settings.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useDraft } from './use-draft.ts'

afterEach(cleanup)

const loaded = (version: number, change: Partial<SystemSettings> = {}) => ({
  version,
  values: { ...defaultSystemSettings, filingNumber: '京ICP备1号', ...change },
})

const open = (first = loaded(3)) =>
  renderHook(({ from }) => useDraft<SystemSettings>(systemSettings, from), { initialProps: { from: first } })

describe('settings in change', () => {
  test('send what was touched and differs, an emptied text too, with the version that was seen', () => {
    const send = vi.fn<(input: object) => void>()
    const { result } = open()
    act(() => result.current.set('filingNumber', ''))
    act(() => result.current.set('hasScreen', true))
    act(() => result.current.set('hasScreen', false))
    expect(result.current.changed).toEqual(['filingNumber'])
    act(() => result.current.submit(send))
    expect(send).toHaveBeenCalledExactlyOnceWith({ filingNumber: '', version: 3 })
  })

  test('show the fault of a touched field at once, of every field after a refused save, and send nothing', () => {
    const send = vi.fn<(input: object) => void>()
    const { result } = open(loaded(3, { host: 'not a domain' }))
    expect(result.current.errorOf('host')).toBeNull()
    act(() => result.current.set('productName', ' '))
    act(() => result.current.set('sisters', { ...defaultSystemSettings.sisters, '/solarCare': 'ftp://x' }))
    expect(result.current.errorOf('productName')).toBe('此项为必填项')
    expect(result.current.errorOf('sisters./solarCare')).toContain('请输入以 http:// 或 https:// 开头的地址')
    expect(result.current.errorOf('sisters./houseHold')).toBeNull()
    act(() => result.current.submit(send))
    expect(result.current.errorOf('host')).toBe('请输入域名，例如 example.com')
    expect(send).not.toHaveBeenCalled()
  })

  test('follow the server where nothing was touched', () => {
    const { result, rerender } = open()
    rerender({ from: loaded(4, { productName: '晴天' }) })
    expect(result.current.values.productName).toBe('晴天')
    expect(result.current.changedByOthers).toEqual([])
  })

  test('say what others changed meanwhile, keep what was touched, and send the new version once that was seen', () => {
    const send = vi.fn<(input: object) => void>()
    const { result, rerender } = open()
    act(() => result.current.set('hasScreen', true))
    const fresh = loaded(4, { productName: '晴天' })
    rerender({ from: fresh })
    expect(result.current.changedByOthers).toEqual(['productName'])
    expect(result.current.values).toMatchObject({ productName: '晴天', hasScreen: true })
    act(() => result.current.submit(send))
    expect(send).toHaveBeenLastCalledWith({ hasScreen: true, version: 3 })
    act(() => result.current.rebase(fresh))
    expect(result.current.changedByOthers).toEqual([])
    act(() => result.current.submit(send))
    expect(send).toHaveBeenLastCalledWith({ hasScreen: true, version: 4 })
    act(() => result.current.end())
    expect([result.current.changed, result.current.values.hasScreen]).toEqual([[], false])
  })
})
