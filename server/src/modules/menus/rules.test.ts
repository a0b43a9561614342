import { menuCalls as calls } from '@heliodesk/contract/menus.ts'
import { describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { sentOf, useMenus, type Given } from './menus.fixture.ts'

const { harness, at, button, input, refusal, save } = useMenus({ FRAME_SOURCES: ['https://frames.example'] })

const page = { key: 'new-1', name: '新页', path: '/new', component: 'stations/StationListPage' }
const link = { ...page, component: null, internalOrExternal: true }
const holder = { key: 'new-2', name: '组', path: '/group', component: 'layouts/Basic' }

describe('a draft is refused', () => {
  it.each<[string, Given[], string]>([
    ['without a path', [{ ...page, path: '' }], '“新页”缺少路径'],
    [
      'with a path of other signs',
      [{ ...page, path: '/新' }],
      '“新页”：路径“/新”应以 / 开头，各段只含字母、数字和 - _ . ~ : @',
    ],
    [
      'with a path out of the product',
      [{ ...page, path: '//evil.example' }],
      '“新页”：路径“//evil.example”应以 / 开头，各段只含字母、数字和 - _ . ~ : @',
    ],
    [
      'with a path of the product itself',
      [{ ...page, path: '/user/login' }],
      '“新页”：路径“/user/login”由产品自己使用',
    ],
    [
      'with a path that another entry has',
      [{ ...page, path: '/taskCenter' }],
      '“新页”：路径“/taskCenter”已用于“任务中心”',
    ],
    [
      'twice with a path',
      [page, { ...page, key: 'new-2', name: '又一页' }],
      '“新页”：路径“/new”已用于“又一页”',
    ],
    ['without a component', [{ ...page, path: '/screen/page', component: null }], '“新页”缺少组件'],
    ['with an unknown component', [{ ...page, component: 'no/Page' }], '“新页”：产品里没有组件“no/Page”'],
    [
      'with an unknown layout',
      [{ ...page, component: 'layouts/Other' }],
      '“新页”：产品里没有组件“layouts/Other”',
    ],
    [
      'with a switch elsewhere',
      [{ ...page, component: 'flags/Assistant' }],
      '“新页”：组件“flags/Assistant”只用于路径 /AIGC',
    ],
    [
      'with a script',
      [{ ...link, url: 'javascript:alert(1)' }],
      '“新页”：外链地址只能以 http、https、mailto 或 tel 开头',
    ],
    [
      'with a frame of another kind',
      [{ ...link, internalOrExternal: false, url: 'mailto:a@b.example' }],
      '“新页”：内嵌页地址只能以 http 或 https 开头',
    ],
    [
      'with a frame that browsers refuse',
      [{ ...link, internalOrExternal: false, url: 'https://other.example/a' }],
      '“新页”：浏览器会拒绝嵌入 https://other.example，请运维人员先将 https://other.example 加入环境变量 FRAME_SOURCES 并重启服务',
    ],
    [
      'with a redirect to nowhere',
      [{ ...page, redirect: '/nowhere' }],
      '“新页”：跳转的路径“/nowhere”不在菜单里',
    ],
    [
      'with a redirect in a circle',
      [
        { ...holder, redirect: '/new' },
        { ...page, redirect: '/group' },
      ],
      '“组”：跳转绕回了自己',
    ],
    [
      'below itself',
      [
        { ...holder, above: 'new-1' },
        { ...page, above: 'new-2' },
      ],
      '“组”不能移到它自己下面',
    ],
    [
      'with a button at the top',
      [{ ...page, menuType: 2, perms: 'order:list' }],
      '按钮“新页”必须放在菜单下面',
    ],
    [
      'with a button without a code',
      [holder, { ...page, menuType: 2, above: 'new-2', perms: '' }],
      '按钮“新页”缺少权限码',
    ],
    [
      'with an unknown code',
      [holder, { ...page, menuType: 2, above: 'new-2', perms: 'plan:stop' }],
      '按钮“新页”：产品里没有权限码“plan:stop”',
    ],
    [
      'with a code that a button has',
      [holder, { ...page, menuType: 2, above: 'new-2', perms: 'order:list' }],
      '按钮“新页”：权限码“order:list”已用于按钮“查看工单”',
    ],
  ])('%s', async (_case, entries, message) => {
    expect(await refusal(entries)).toContain(message)
  })

  it('too deep, below a button, or below what it deletes', async () => {
    const levels = [1, 2, 3, 4, 5, 6].map((level) => ({
      ...holder,
      key: `new-${level}`,
      name: `第${level}`,
      path: `/level/${level}`,
      above: level === 1 ? null : `new-${level - 1}`,
    }))
    expect(await refusal(levels)).toBe('“第6”在第 6 级，菜单最多 5 级')
    const list = await button('order:list')
    expect(await refusal([{ ...page, above: list.id }])).toBe('“新页”不能放在按钮“查看工单”下面')
    const device = await at('/station/device')
    const gone = [device.id, ...device.children.map(({ id }) => id)]
    expect(await refusal([{ ...page, above: device.id }], gone)).toBe(
      '“设备台账”下还有 1 项（新页），不能删除',
    )
    expect(await refusal([], [device.id])).toBe(
      '“设备台账”下还有 2 项（查看设备台账、维护设备台账），不能删除',
    )
  })

  it('where it changes what belongs to the product, or the right of a button', async () => {
    const [orders, list] = [await at('/taskCenter'), await button('order:list')]
    expect(await refusal([{ ...sentOf(orders), path: '/mine' }])).toBe(
      '“任务中心”是产品自带的菜单，不能修改路径',
    )
    expect(await refusal([{ ...sentOf(orders), component: 'stations/StationListPage' }])).toBe(
      '“任务中心”是产品自带的菜单，不能修改组件',
    )
    expect(await refusal([{ ...sentOf(orders), url: 'https://frames.example/' }])).toBe(
      '“任务中心”是产品自带的菜单，不能修改组件',
    )
    expect(await refusal([{ ...sentOf(list), perms: 'user:manage' }])).toBe(
      '按钮“查看工单”的权限码不能修改，请新建按钮',
    )
    expect(await refusal([{ ...sentOf(orders), menuType: 2, perms: 'x' }])).toBe(
      '“任务中心”不能在按钮与菜单之间改变',
    )
  })

  it.each([
    ['/system/menu', 'menu:manage', '菜单', '菜单管理'],
    ['/system/role', 'role:manage', '角色', '角色管理'],
    ['/system/user', 'user:manage', '用户', '用户管理'],
  ])('where administrators would not reach %s', async (path, code, name, right) => {
    const [own, held, top, orders] = [
      await at(path),
      await button(code),
      await at('/system'),
      await at('/taskCenter'),
    ]
    const end = '，否则无人能再管理系统'
    expect(await refusal([{ ...sentOf(own), hidden: true }])).toBe(`“${name}”不能隐藏${end}`)
    expect(await refusal([{ ...sentOf(own), status: '0' }])).toBe(`“${name}”不能停用${end}`)
    expect(await refusal([{ ...sentOf(own), route: false }])).toBe(
      `“${name}”不能设置跳转、打开方式或取消路由${end}`,
    )
    expect(await refusal([{ ...sentOf(top), hidden: true }])).toContain('的上级“系统管理”不能隐藏')
    expect(await refusal([{ ...sentOf(top), status: '0' }])).toContain('的上级“系统管理”不能停用')
    expect(await refusal([{ ...sentOf(own), above: orders.id }])).toBe(`“${name}”只能放在目录下面${end}`)
    expect(await refusal([], [held.id])).toBe(`“${name}”必须保留“${right}”按钮${end}`)
    const others = path === '/system/user' ? [(await button('user:personal')).id] : []
    expect(await refusal([], [own.id, held.id, ...others])).toBe(
      `“${name.replace(name, path)}”不能删除${end}`,
    )
  })

  it('in its shape', async () => {
    const sent = await input([page])
    const shaped = async (fields: object) =>
      (
        await harness.refused(await harness.signIn('a_admin'), calls.saveDraft, {
          ...sent,
          entries: [{ ...sent.entries[0], ...fields }],
        })
      ).message
    expect(await shaped({ name: ' ' })).toBe('参数有误：名称（entries.0.name）：此项为必填项')
    expect(await shaped({ name: '长'.repeat(33) })).toBe(
      '参数有误：名称（entries.0.name）：最多允许输入32个字符',
    )
    expect(await shaped({ menuType: 3 })).toBe('参数有误：类型（entries.0.menuType）：类型应为 0、1 或 2')
    expect(await shaped({ key: 'x' })).toBe('参数有误：菜单（entries.0.key）：不是有效的菜单编号')
    expect(await shaped({ sortNo: -1 })).toBe('参数有误：排序（entries.0.sortNo）：不能小于 0')
  })
})

describe('what is allowed', () => {
  it('frames of the operator’s list, all four kinds of links, and switches where they belong', async () => {
    const { added } = await save([
      { ...link, internalOrExternal: false, url: 'https://frames.example/board', path: '/board' },
      ...['https://a.example/', 'http://a.example/', 'mailto:a@b.example', 'tel:10086'].map((url, index) => ({
        ...link,
        key: `new-${index + 2}`,
        path: `/link/${index}`,
        url,
      })),
      {
        ...link,
        key: 'new-9',
        name: '大屏',
        path: '/screen/page',
        internalOrExternal: false,
        url: 'https://frames.example/wall',
      },
      { ...page, key: 'new-10', path: '/station/archive?view=map', route: false },
      { ...page, key: 'new-11', path: '/station/archive/:psId' },
    ])
    expect(added).toHaveLength(8)
    await save(
      [],
      added.map(({ id }) => id),
    )
  })

  it('who manages menus without being an administrator gives and takes no right that they lack', async () => {
    const clerk = await hire(harness, { username: 'menu.only', codes: ['menu:manage'] })
    const [list, orders] = [await button('comment:history'), await at('/taskCenter')]
    expect(await refusal([], [list.id], clerk.token)).toBe('您没有“查看评论修改记录”权限，不能删除')
    await save([], [list.id])
    expect(await refusal([{ ...sentOf(list), key: 'new-1' }], [], clerk.token)).toBe(
      '您没有“查看评论修改记录”权限，不能新建',
    )
    await save([{ ...sentOf(list), key: 'new-1', above: orders.id }])
    const { added } = await save([page], [], clerk.token)
    await save([], [added[0]!.id], clerk.token)
  })
})
