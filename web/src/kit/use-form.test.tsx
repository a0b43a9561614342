import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { named, requiredText } from '@heliodesk/contract/fields.ts'
import { useForm } from './use-form.ts'

const schema = z
  .object({
    name: named('名称', requiredText(5)),
    begin: z.string(),
    end: z.string().optional(),
  })
  .refine(({ begin, end }) => !end || end > begin, { path: ['end'], message: '结束应晚于开始' })

test('a field shows its error once it was left', () => {
  const { result } = renderHook(() => useForm(schema, {}))
  expect(result.current.errorOf('name')).toBeNull()
  act(() => result.current.leave('name'))
  expect(result.current.errorOf('name')).toBe('此项为必填项')
  act(() => result.current.set('name', '太长的一个名称'))
  expect(result.current.errorOf('name')).toBe('最多允许输入5个字符')
  expect(result.current.errorOf('begin')).toBeNull()
})

test('a refused submit shows every error and sends nothing; a good one sends without blanks', () => {
  const send = vi.fn()
  const { result } = renderHook(() => useForm(schema, {}))
  act(() => result.current.submit(send))
  expect(result.current.errorOf('name')).toBe('此项为必填项')
  expect(result.current.errorOf('begin')).toBe('此项为必填项')
  expect(send).not.toHaveBeenCalled()

  act(() => {
    result.current.set('name', '箱变')
    result.current.set('begin', '2026-11-21')
    result.current.set('end', '')
  })
  act(() => result.current.submit(send))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: '箱变', begin: '2026-11-21' })
})

test('a rule across fields speaks at its field', () => {
  const { result } = renderHook(() =>
    useForm(schema, { name: '箱变', begin: '2026-11-21', end: '2026-11-20' }),
  )
  act(() => result.current.submit(vi.fn()))
  expect(result.current.errorOf('end')).toBe('结束应晚于开始')
})

test('is dirty while it differs from where it started', () => {
  const { result } = renderHook(() => useForm(schema, { name: '箱变' }))
  expect(result.current.dirty).toBe(false)
  act(() => result.current.set('name', '逆变器'))
  expect(result.current.dirty).toBe(true)
  act(() => result.current.set('name', '箱变'))
  expect(result.current.dirty).toBe(false)
})
