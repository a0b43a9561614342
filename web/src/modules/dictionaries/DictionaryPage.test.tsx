import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { queryClient } from '../../lib/queries.ts'
import { DictionaryPage } from './DictionaryPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const dictionaryOf = (id: string, dictName: string, dictCode: string) => ({
  id,
  dictName,
  dictCode,
  description: '',
  builtIn: false,
  itemCount: 2,
  version: 1,
})
const records = [dictionaryOf('1', '颜色', 'colour'), dictionaryOf('2', '形状', 'shape')]
const item = {
  id: '9',
  dictId: '1',
  parentId: null,
  itemText: '红',
  itemValue: 'red',
  sortOrder: 1,
  status: '1',
}
const answers = {
  [dictionaryCalls.list.path]: { records, total: 2 },
  [dictionaryCalls.listItems.path]: [item],
}

const scrolled: Element[] = []
beforeEach(() => {
  scrolled.length = 0
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this)
  }
})

const show = (address: string, width?: number) => showPage(<DictionaryPage />, address, width)

const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent)

test.each([
  ['/', 1440, ['字典', '颜色']],
  ['/?dict=shape', 1440, ['字典', '形状']],
  ['/', 390, []],
  ['/?dict=shape', 390, ['形状']],
])('%s in a window of %d px shows %j', async (address, width, shown) => {
  answering(answers)
  show(address, width)
  await screen.findAllByText(shown.at(-1) ?? '形状')
  expect(titles()).toEqual(shown)
})

test('the dictionary of the address is scrolled to, and without one on a phone nothing is', async () => {
  answering(answers)
  const { unmount } = show('/?dict=shape')
  const link = await screen.findByRole('link', { name: /形状/ })
  expect(scrolled).toEqual([link])
  unmount()
  scrolled.length = 0
  show('/', 390)
  await screen.findByRole('link', { name: /形状/ })
  expect(scrolled).toEqual([])
})

test('an unknown code is told; the dictionaries stay beside it', async () => {
  answering(answers)
  show('/?dict=size')
  expect(await screen.findByText('没有编码为“size”的字典')).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(2)
})

test('dictionaries that could not be read again stay, with a word about it', async () => {
  let isDown = false
  answering({
    ...answers,
    [dictionaryCalls.list.path]: () => (isDown ? refusal('断线', 502) : { records, total: 2 }),
  })
  show('/')
  await screen.findByRole('link', { name: /颜色/ })
  expect(screen.queryByText(/^字典没有更新/)).toBeNull()
  isDown = true
  await queryClient.refetchQueries()
  expect(await screen.findByText(/^字典没有更新/)).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByText('字典没有取到')).toBeNull()
})

test('dictionaries that could not be read at all leave an error in their place', async () => {
  answering({ [dictionaryCalls.list.path]: refusal('断线', 502) })
  show('/')
  expect(await screen.findByText('字典没有取到')).toBeTruthy()
  expect(screen.queryByText(/^字典没有更新/)).toBeNull()
})

test('the removal of a dictionary is marked as dangerous, its edit is not', async () => {
  answering(answers)
  show('/?dict=colour', 390)
  await userEvent.click(await screen.findByRole('button', { name: '更多' }))
  const menu = within(await screen.findByRole('menu'))
  const marks = menu
    .getAllByRole('menuitem')
    .map((entry) => [entry.textContent, entry.className.includes('danger')])
  expect(marks).toEqual([
    ['编辑字典', false],
    ['删除字典', true],
  ])
})

test('the question before a removal counts the items that there are now', async () => {
  let itemCount = 3
  const now = () => ({ records: [{ ...records[0], itemCount }, records[1]], total: 2 })
  answering({ ...answers, [dictionaryCalls.list.path]: now })
  show('/?dict=colour')
  await userEvent.click(await screen.findByRole('button', { name: '删除字典' }))
  expect(await screen.findByRole('button', { name: '删除字典和 3 项' })).toBeTruthy()
  itemCount = 2
  await queryClient.refetchQueries()
  expect(await screen.findByRole('button', { name: '删除字典和 2 项' })).toBeTruthy()
})
