import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { own } from '../../../domain/saved-views/saved-views.fixture.ts'
import { Still } from '../../../kit/still.fixture.tsx'
import { send } from '../../../lib/call.ts'
import { followLocation, useCurrentLocation } from '../../../lib/location.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { queryClient } from '../../../lib/queries.ts'
import { assembleRoutes } from '../menu.ts'
import { entry } from '../menu-fixture.ts'
import { SearchPalette } from './SearchPalette.tsx'

vi.mock('../../../lib/call.ts', { spy: true })

const order = {
  id: '7',
  workCode: 'GD20261121000038',
  taskDescription: '3号逆变器停机',
  psName: '红柳沟一期',
  flowSts: 1,
  otherSts: 1,
  taskType: 1,
  needTicket: 0,
  liableUserId: null,
  assistUserIds: [],
  liablePerson: null,
  reporterId: '9',
  overHours: null,
  planStartTime: null,
  flowEndTime: null,
}
const station = {
  psId: '3',
  psName: '红柳沟一期',
  capacityKwp: 20_000,
  province: '甘肃',
  city: null,
  maintenanceStatus: '1',
  status: '1',
}

const asked: { path: string; input: Record<string, unknown> }[] = []
let unfollow = () => {}

beforeEach(() => {
  asked.length = 0
  Object.assign(station, { maintenanceStatus: '1', status: '1' })
  localStorage.clear()
  queryClient.clear()
  vi.mocked(send).mockImplementation(async (call, input) => {
    asked.push({ path: call.path, input: input as Record<string, unknown> })
    const answers: Record<string, unknown> = {
      [workOrderCalls.page.path]: {
        pageList: [order].filter(() => !(input as { keyword?: string }).keyword?.startsWith('新建工单 ')),
        rowCount: null,
      },
      [stationCalls.page.path]: {
        list: [station].filter(({ psName }) =>
          psName.includes((input as { psName?: string }).psName?.slice(0, 3) ?? ''),
        ),
      },
      [deviceCalls.page.path]: { pageList: [], rowCount: 0 },
      [userCalls.list.path]: { records: [] },
      [savedViewCalls.list.path]: (input as { code: string }).code === 'work-orders' ? [own] : [],
      [choiceCalls.readings.path]: '新xin 建jian 工gong 单dan,shan,chan',
    }
    return answers[call.path] as never
  })
  unfollow = followLocation()
})
afterEach(() => {
  cleanup()
  unfollow()
})

const pages = [
  [paths.orders.path, '任务中心'],
  [paths.stations.path, '电站档案'],
  [paths.devices.path, '设备台账'],
  [paths.users.path, '用户'],
] as const

function open(...buttons: string[]) {
  useGrants.setState({ pages: [], buttons, notInForce: [] })
  const close = vi.fn()
  const routes = assembleRoutes(
    pages.map(([path, title]) => entry(path, title)),
    new Set(),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <SearchPalette routes={routes} onClose={close} />
    </QueryClientProvider>,
    { wrapper: Still },
  )
  return { user: userEvent.setup(), close }
}

const box = () => screen.getByRole('combobox')
const group = (name: string) => screen.findByRole('group', { name })
const rows = async (name: string) =>
  within(await group(name))
    .getAllByRole('option')
    .map((row) => row.textContent)
const shown = () => useCurrentLocation.getState()

const ALL = ['order:list', 'order:assign', 'order:create', 'station:list', 'device:list', 'user:manage']

test('every kind that the user may see is asked for the words as they were typed', async () => {
  const { user } = open(...ALL)
  await user.type(box(), '红柳沟 逆变器')
  expect(await rows('工单')).toEqual([expect.stringContaining('3号逆变器停机')])
  expect(await rows('电站')).toEqual([expect.stringContaining('红柳沟一期')])
  // On a slow machine the first letters are asked for as well.
  await waitFor(() =>
    expect(asked.map(({ path, input }) => [path, input.keyword ?? input.psName])).toEqual(
      expect.arrayContaining(
        [workOrderCalls.page, stationCalls.page, deviceCalls.page, userCalls.list].map(({ path }) => [
          path,
          '红柳沟 逆变器',
        ]),
      ),
    ),
  )
  const [found] = within(await group('工单')).getAllByRole('option')
  expect([...found!.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '逆变器',
    '红柳沟',
  ])
})

test('nobody is offered what the user may not do or see', async () => {
  const { user } = open('station:list')
  await user.type(box(), '新建')
  await screen.findByText('没有找到“新建”')
  await user.clear(box())
  await user.type(box(), '红柳沟')
  await group('电站')
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([stationCalls.page.path]))
})

test('an action is found by its name or its initials and opens its form by the address', async () => {
  const { user, close } = open(...ALL)
  await user.type(box(), '工单 新建')
  expect(await rows('动作')).toEqual(['新建工单'])
  await user.clear(box())
  await user.type(box(), 'xjgd')
  expect(await rows('动作')).toEqual(['新建工单'])
  await user.keyboard('{Enter}')
  expect(close).toHaveBeenCalled()
  expect(shown()).toMatchObject({ pathname: paths.orders.path, search: '?act=add' })
})

test('a step with other words offers the orders that it can be taken on', async () => {
  const { user } = open(...ALL)
  await user.type(box(), '指派 红柳沟')
  expect(await rows('动作')).toEqual([expect.stringContaining('指派：3号逆变器停机')])
  // While one types slowly, the beginning of the words is searched too.
  await waitFor(() =>
    expect(asked).toContainEqual({
      path: workOrderCalls.page.path,
      input: { flowSts: [1], curPage: 1, size: 5, needCount: false, keyword: '红柳沟' },
    }),
  )
  await user.click(within(await group('动作')).getByRole('option'))
  expect(shown()).toMatchObject({ pathname: paths.orders.path, search: '?order=7&act=assign' })
})

test('a new order with the words of a station opens the form with that station', async () => {
  const { user } = open(...ALL)
  await user.type(box(), '红柳沟 新建工单')
  await waitFor(() =>
    expect(asked).toContainEqual({
      path: stationCalls.page.path,
      input: { psName: '红柳沟', curPage: 1, size: 5 },
    }),
  )
  await waitFor(async () =>
    expect(await rows('动作')).toEqual([expect.stringContaining('新建工单：红柳沟一期')]),
  )
  await user.click(within(await group('动作')).getByRole('option'))
  expect(shown()).toMatchObject({ pathname: paths.orders.path, search: '?reportAt=3' })
})

test.each([
  ['whoever may not report orders', ['station:list', 'order:list'], '1', '1'],
  ['whoever may not see stations', ['order:create', 'order:list'], '1', '1'],
  ['anybody for a retired station', ALL, '2', '1'],
  ['anybody for a station out of use', ALL, '1', '3'],
])('no new order is offered to %s', async (_name, grants, maintenanceStatus, status) => {
  Object.assign(station, { maintenanceStatus, status })
  const { user } = open(...grants)
  await user.type(box(), '新建工单 红柳沟')
  await screen.findByText('没有找到“新建工单 红柳沟”')
  await user.clear(box())
  await user.type(box(), '红柳沟')
  await group('工单')
  if (grants.includes('station:list')) {
    const found = within(await group('电站')).getByRole('option')
    await user.hover(found)
    await user.keyboard('{ArrowRight}')
    expect((await rows('红柳沟一期')).join()).not.toContain('新建工单')
  }
})

test('the right arrow shows what can be done with a result, the left arrow goes back', async () => {
  const { user } = open(...ALL)
  await user.type(box(), '红柳沟')
  await group('工单')
  await user.keyboard('{ArrowRight}')
  expect(await rows('3号逆变器停机')).toEqual([expect.stringContaining('指派')])
  expect(screen.queryByRole('group', { name: '电站' })).toBeNull()
  await user.keyboard('{ArrowLeft}')
  await group('电站')
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(await rows('红柳沟一期')).toEqual([
    expect.stringContaining('新建工单'),
    expect.stringContaining('查看工单'),
    expect.stringContaining('查看设备'),
  ])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(shown()).toMatchObject({ pathname: paths.devices.path, search: '?psId=3' })
})

test('what was opened stands first the next time', async () => {
  const { user } = open(...ALL)
  await user.type(box(), '红柳沟')
  await group('电站')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(shown().search).toBe('?station=3'))
  cleanup()
  open(...ALL)
  expect(await rows('最近')).toEqual([expect.stringContaining('红柳沟一期')])
})

test('a saved view is found by its name, and leads to its list with its conditions', async () => {
  const { user } = open('order:list', 'cleaning:view')
  await user.type(box(), '视图 宁夏')
  const found = within(await group('视图'))
  await waitFor(() => expect(found.getAllByRole('option')).toHaveLength(1))
  expect(found.getByRole('option').textContent).toMatch(/^宁夏超时.*任务中心/)
  expect(found.getByRole('option').getAttribute('href')).toBe(
    `#${paths.orders.path}?view=overdue&depCode=A01A03A01&saved=7`,
  )
  const codes = asked.filter(({ path }) => path === savedViewCalls.list.path).map(({ input }) => input.code)
  expect(new Set(codes)).toEqual(new Set(['work-orders', 'cleaning-rounds']))
  // Read once, whatever is typed on.
  expect(codes).toHaveLength(2)
})
