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

test('what is emptied where nothing stood is no change, and a cleared value takes no news', () => {
  const { result } = renderHook(() => useForm(schema, { name: '箱变' }))
  act(() => result.current.set('end', '2026-11-21'))
  expect(result.current.dirty).toBe(true)
  act(() => result.current.set('end', ''))
  expect(result.current.dirty).toBe(false)

  act(() => result.current.set('name', ''))
  act(() => result.current.rebase({ name: '箱变二', end: '2026-11-22' }))
  expect(result.current.values).toEqual({ name: '', end: '2026-11-22' })
})

test('a fault known from elsewhere holds the submit back', () => {
  const send = vi.fn()
  const { result } = renderHook(() => useForm(schema, { name: '箱变', begin: '2026-11-21' }))
  act(() => result.current.submit(send, null, '已被占用'))
  expect(send).not.toHaveBeenCalled()
  act(() => result.current.submit(send, null, null))
  expect(send).toHaveBeenCalledOnce()
})

test('a refusal stands at its first field until one of its fields changes', () => {
  const { result } = renderHook(() => useForm(schema, { name: '箱变', begin: '2026-11-21' }))
  const refuse = () => act(() => result.current.refuse(['name', 'begin'], '同日已有箱变'))
  refuse()
  expect(result.current.errorOf('name')).toBe('同日已有箱变')
  expect(result.current.errorOf('begin')).toBeNull()
  act(() => result.current.set('end', '2026-11-23'))
  expect(result.current.errorOf('name')).toBe('同日已有箱变')
  act(() => result.current.set('begin', '2026-11-22'))
  expect(result.current.errorOf('name')).toBeNull()
  refuse()
  act(() => result.current.field('name').onChange('逆变器'))
  expect(result.current.field('name')).toMatchObject({ value: '逆变器', error: null })
})

test('the handlers of a field stay the same, so that typing draws no other field again', () => {
  const { result } = renderHook(() => useForm(schema, { name: '箱变', begin: '2026-11-21' }))
  const { onChange, onBlur } = result.current.field('name', ['end'])
  act(() => result.current.set('end', '2026-11-23'))
  expect(result.current.field('name', ['end'])).toMatchObject({ onChange, onBlur })
  expect(result.current.field('name').onChange).not.toBe(onChange)
  act(() => onChange('逆变器'))
  expect(result.current.values).toEqual({ name: '逆变器', begin: '2026-11-21' })
})
