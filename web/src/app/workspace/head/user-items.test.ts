import { describe, expect, test } from 'vitest'
import { flagsOf } from '../flags.ts'
import { entry, layout } from '../menu-fixture.ts'
import { userItems } from './user-items.ts'

const facts = {
  username: 'worker',
  theme: 'light',
  hasManual: false,
  unread: { isNotReadNum: 3, feedback: 2 },
} as const

type Facts = Parameters<typeof userItems>[1]

function itemsFor(paths: string[], more: Partial<Facts> = {}) {
  const top = paths.filter((path) => path.startsWith('/screen/')).map((path) => entry(path, path))
  const hidden = paths
    .filter((path) => !path.startsWith('/screen/'))
    .map((path) => entry(path, path, { hidden: true }))
  const menu = [layout('/system', '系统管理', hidden), ...top]
  return userItems({ menu, flags: flagsOf(menu) }, { ...facts, ...more })
}

const textsOf = (...given: Parameters<typeof itemsFor>) => itemsFor(...given).map(({ text }) => text)

describe('the user menu', () => {
  test('always has the personal homepage, feedback, downloads, password, app download and log out', () => {
    expect(textsOf([])).toEqual([
      '个人主页',
      '问题反馈',
      '我的下载',
      '切换到深色',
      '登录设备',
      '修改密码',
      '下载移动端APP',
      '退出登录',
    ])
  })

  test.each([
    ['/systemConfiguration', '系统配置'],
    ['/serviceConfiguration', '业务配置'],
    ['/screen/page', '大屏'],
    ['/system/tidings', '消息'],
  ])('has what leads to %s only where the menu holds it', (path, text) => {
    expect(textsOf([path])).toContain(text)
    expect(textsOf([])).not.toContain(text)
    expect(itemsFor([path])).toContainEqual(expect.objectContaining({ text, path }))
  })

  test('stands in the order of the specification', () => {
    const all = ['/system/tidings', '/screen/page', '/serviceConfiguration', '/systemConfiguration']
    expect(textsOf(all, { username: 'admin', hasManual: true, theme: 'dark' })).toEqual([
      '系统配置',
      '业务配置',
      '大屏',
      '消息',
      '个人主页',
      '问题反馈',
      '我的下载',
      '使用手册',
      '切换到浅色',
      '登录设备',
      '修改密码',
      '下载移动端APP',
      '清除缓存',
      '退出登录',
    ])
  })

  test('clears the cache for the user named admin alone', () => {
    expect(textsOf([], { username: 'admin' })).toContain('清除缓存')
    expect(textsOf([], { username: 'administrator' })).not.toContain('清除缓存')
  })

  test('counts what is unread at messages and feedback, and leads to the pages of the specification', () => {
    expect(itemsFor(['/system/tidings'])).toEqual(
      expect.arrayContaining([
        { text: '消息', path: '/system/tidings', badge: 3 },
        { text: '个人主页', path: '/isolarerp/employee/individual' },
        { text: '问题反馈', path: '/user/tickling/tickling', badge: 2 },
        { text: '我的下载', path: '/personal/downBigExcel' },
        { text: '修改密码', act: 'password' },
        { text: '下载移动端APP', act: 'app' },
        { text: '退出登录', act: 'logout' },
      ]),
    )
  })
})
