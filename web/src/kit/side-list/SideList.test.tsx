import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { SideList, type SideEntry } from './SideList.tsx'

const entries: SideEntry[] = [
  { code: 'faultCause', name: '故障原因', fact: '12 项' },
  { code: 'taskCategory', name: '任务分类', tag: '内置', fact: '3 项' },
  { code: 'colour2', name: '颜色', fact: '0 项' },
]

const scrolled: Element[] = []
beforeEach(() => {
  scrolled.length = 0
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this)
  }
})

function show(chosen: SideEntry | null = null, items = entries) {
  const opened: string[] = []
  render(
    <SideList
      name="字典"
      items={items}
      entryOf={(entry) => entry}
      chosen={chosen}
      hrefOf={({ code }) => `#${code}`}
      onChoose={({ code }) => opened.push(code)}
      empty={<p>还没有字典</p>}
    />,
  )
  return opened
}

const search = (word: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: '查找字典' }), { target: { value: word } })
const names = () => screen.queryAllByRole('link').map((link) => link.textContent)

test('names and codes are found, whatever the case and the blanks around', () => {
  show()
  for (const [word, found] of [
    [' TASK ', 1],
    ['原因', 1],
    ['c', 3],
    ['', 3],
  ] as const) {
    search(word)
    expect(names()).toHaveLength(found)
  }
  search('没有')
  expect(screen.getByText('没有符合条件的字典')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  expect(names()).toEqual(['故障原因faultCause12 项', '任务分类内置taskCategory3 项', '颜色colour20 项'])
})

test('the chosen entry is marked and scrolled to', () => {
  show(entries[1])
  const current = screen.getByRole('link', { current: true })
  expect(current.textContent).toContain('任务分类')
  expect(scrolled).toEqual([current])
})

test('a press chooses, with Ctrl it is the browser’s', async () => {
  const opened = show()
  const link = screen.getByRole('link', { name: /颜色/ })
  expect(link.getAttribute('href')).toBe('#colour2')
  await userEvent.click(link)
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  expect(opened).toEqual(['colour2'])
})

test('a list without entries says so', () => {
  show(null, [])
  expect(screen.getByText('还没有字典')).toBeTruthy()
})
