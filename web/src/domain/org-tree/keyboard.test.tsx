import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toItem } from './org-items.ts'
import { giveHeight, smallOrg } from './org-server.fixture.ts'
import { OrgTree } from './OrgTree.tsx'
import { TreeSession } from './tree-session.ts'
import type { OrgNode } from '@heliodesk/contract/org-tree.ts'

beforeEach(giveHeight)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function show() {
  const org = smallOrg()
  const session = new TreeSession<OrgNode>({
    top: async () => org.top({}).map(toItem),
    children: async ({ key }) => org.children(key, {}).map(toItem),
  })
  const onPick = vi.fn<(name: string) => void>()
  await session.begin()
  render(
    <OrgTree
      session={session}
      label="电站"
      lookOf={() => ({ icon: () => null, note: null, reason: null }) as never}
      mayPick={({ disabled }) => !disabled}
      onPick={({ name }) => onPick(name)}
    />,
    { wrapper: MemoryRouter },
  )
  const tree = screen.getByRole('tree')
  tree.focus()
  const at = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')
  const press = (key: string) => fireEvent.keyDown(tree, { key })
  return { onPick, press, at, name: () => at()?.querySelector('.ell')?.textContent }
}

test('arrows move, open and shut; Home and End go to the ends', async () => {
  const { press, name, at } = await show()
  expect(name()).toBe('示范光伏')
  press('ArrowDown')
  expect(name()).toBe('江苏运维中心')
  press('ArrowRight')
  await waitFor(() => expect(at()!.getAttribute('aria-expanded')).toBe('true'))
  press('ArrowRight')
  expect(name()).toBe('盐城项目群')
  press('ArrowLeft')
  expect(name()).toBe('江苏运维中心')
  press('ArrowLeft')
  expect(at()!.getAttribute('aria-expanded')).toBe('false')
  press('End')
  expect(name()).toBe('安徽运维中心')
  press('Home')
  expect(name()).toBe('示范光伏')
})

test('Space and Enter choose, letters go to the next name that begins with them', async () => {
  const { press, name, onPick } = await show()
  press('安')
  expect(name()).toBe('安徽运维中心')
  press(' ')
  press('Enter')
  expect(onPick.mock.calls).toEqual([['安徽运维中心'], ['安徽运维中心']])
})

test('an asterisk opens everything beside the row', async () => {
  const { press } = await show()
  press('ArrowDown')
  press('*')
  await waitFor(() => expect(screen.getAllByText('淮海项目群')).toHaveLength(2))
})

test('only rows in sight are in the page', async () => {
  const session = new TreeSession<null>({
    top: async () =>
      Array.from({ length: 50_000 }, (_each, at) => ({
        key: String(at),
        name: `电站${at}`,
        leaf: true,
        disabled: false,
        reason: null,
        total: 1,
        chosen: 0,
        data: null,
        children: [],
      })),
  })
  await session.begin()
  render(
    <OrgTree
      session={session}
      label="电站"
      checkable
      lookOf={() => ({ icon: () => null, note: null, reason: null }) as never}
      mayPick={() => true}
      onPick={() => {}}
    />,
    { wrapper: MemoryRouter },
  )
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
  expect((screen.getByRole('tree').firstElementChild as HTMLElement).style.height).toBe(`${50_000 * 26}px`)
})
