import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { queryClient } from '../lib/queries.ts'
import { DetailLayout, type DetailField } from './DetailLayout.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const show = (items: DetailField[], more: Partial<Parameters<typeof DetailLayout>[0]> = {}) =>
  render(
    <QueryClientProvider client={queryClient}>
      <DetailLayout items={items} {...more} />
    </QueryClientProvider>,
  )

/** The value shown beside a label. */
const valueOf = (label: string) => screen.getByText(label).nextElementSibling!

describe('detail layout (spec 2 §2)', () => {
  test('labelled fields under the title 基本信息, unless another is given', () => {
    show([{ label: '电站', value: '云岭一期' }])
    expect(screen.getByRole('heading', { name: '基本信息' })).toBeTruthy()
    expect(screen.getByRole('term').textContent).toBe('电站')
    expect(screen.getByRole('definition').textContent).toBe('云岭一期')
    cleanup()
    show([], { title: '位置' })
    expect(screen.queryByText('基本信息')).toBeNull()
    expect(screen.getByRole('heading', { name: '位置' })).toBeTruthy()
  })

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['an empty text', ''],
    ['an empty list', []],
  ])('%s is shown as --', (_what, value) => {
    show([{ label: '业主', value, dictionary: { '': '不应出现' } }])
    expect(valueOf('业主').textContent).toBe('--')
  })

  test('on a phone, fields without a value are shown on request', async () => {
    vi.stubGlobal('innerWidth', 390)
    show([
      { label: '电站', value: '云岭一期' },
      { label: '业主', value: '' },
      { label: '损失', value: 0 },
      { label: '附件', files: [] },
    ])
    const labels = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(labels()).toEqual(['电站', '损失'])
    await userEvent.click(screen.getByRole('button', { name: '另有 2 项未填' }))
    expect(labels()).toEqual(['电站', '业主', '损失', '附件'])
    expect(screen.queryByRole('button', { name: /未填/ })).toBeNull()
  })

  test('0 is a value', () => {
    show([{ label: '损失电量', value: 0 }])
    expect(valueOf('损失电量').textContent).toBe('0')
  })

  test('joins the values of a list', () => {
    show([{ label: '负责人', value: ['李志强', '王海燕'] }])
    expect(valueOf('负责人').textContent).toBe('李志强、王海燕')
  })

  test('maps dictionary values to their labels, in lists too; an unknown one stays as it is', () => {
    const dictionary = { 1: '集中式', 2: '户用' }
    show([
      { label: '类型', value: '1', dictionary },
      { label: '类型们', value: ['2', '9'], dictionary },
    ])
    expect(valueOf('类型').textContent).toBe('集中式')
    expect(valueOf('类型们').textContent).toBe('户用、9')
  })

  test('asks the server for a dictionary that is given by its code', () => {
    const choice = { value: '1', text: '公开招标', title: '公开招标', label: '公开招标' }
    queryClient.setQueryData([dictionaryCalls.items.path, { code: 'purchasesWay' }], [choice])
    show([{ label: '采购方式', value: '1', dictionary: 'purchasesWay' }])
    expect(valueOf('采购方式').textContent).toBe('公开招标')
  })

  test('shows a list of files', () => {
    const file = {
      uid: 'a',
      name: '合同.pdf',
      path: 'a.pdf',
      url: '/static/a.pdf',
      fileType: 'application/pdf',
      size: 2048,
      fileUrlThumbnail: null,
      fileUrlPreview: null,
    }
    show([
      { label: '资料', files: [file] },
      { label: '照片', files: [] },
    ])
    const files = within(screen.getByRole('list', { name: '资料' }))
    expect(files.getByText('合同.pdf')).toBeTruthy()
    expect(valueOf('照片').textContent).toBe('--')
  })

  test('can be collapsed and expanded where that is wanted', async () => {
    const user = userEvent.setup()
    show([{ label: '电站', value: '云岭一期' }], { collapsible: true })
    const fields = screen.getByText('电站').closest('dl')!
    await user.click(screen.getByRole('button', { name: '收起基本信息' }))
    expect(fields.hidden).toBe(true)
    await user.click(screen.getByRole('button', { name: '展开基本信息' }))
    expect(fields.hidden).toBe(false)
    cleanup()
    show([{ label: '电站', value: '云岭一期' }])
    expect(screen.queryByRole('button')).toBeNull()
  })
})
