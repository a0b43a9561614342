import { openComponents } from '@heliodesk/contract/menus.ts'
import { expect, test } from 'vitest'
import { modules } from './modules.ts'
import { menuIcons } from './domain/menu-icons.ts'

const icons = Object.assign({}, ...modules.map((module) => module.icons)) as object

test('the editor of menus offers the icons that the frame draws', () => {
  expect(Object.keys(menuIcons).filter((name) => !Object.hasOwn(icons, name))).toEqual([])
})

test('the open pages that a menu may contain are those of the modules', () => {
  const components = new Set(
    modules.flatMap(({ openPages = [] }) => openPages.map(({ component }) => component)),
  )
  expect(Object.keys(openComponents).filter((component) => !components.has(component))).toEqual([])
})
