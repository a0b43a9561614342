import type { ProjectNode } from '@heliodesk/contract/project-tree.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNotices } from '../../lib/notices.ts'
import { Still } from '../../kit/still.fixture.tsx'
import { DictTreeSelect } from './DictTreeSelect.tsx'
import { MaterialTree } from './MaterialTree.tsx'
import { giveHeight } from './org-server.fixture.ts'
import { ProjectTreeSelect, refusalOf } from './ProjectTreeSelect.tsx'
import { RealStationTree } from './RealStationTree.tsx'

type Asked = { path: string; input: Record<string, unknown> }

/** Answers every call with the entry of `results` for its path; a call without an entry fails. */
function serve(results: Record<string, (input: Record<string, unknown>) => unknown>): Asked[] {
  const all: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const input = body ? (JSON.parse(body) as Asked['input']) : Object.fromEntries(searchParams)
    const name = Object.keys(results).find((each) => pathname.includes(each))
    all.push({ path: pathname, input })
    if (!name) return new Response(JSON.stringify({ result_code: '0', result_msg: '健康服务没有应答' }))
    const data = results[name]!(input)
    return new Response(
      JSON.stringify({ success: true, code: 0, result: data, result_code: '1', result_data: data }),
    )
  })
  return all
}

let client: QueryClient
const Around = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <Still>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Still>
  </MemoryRouter>
)

beforeEach(() => {
  client = new QueryClient()
  useNotices.setState({ notices: [] })
  giveHeight()
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name) })
const notices = () => useNotices.getState().notices

const project = (
  id: string,
  name: string,
  type: 1 | 4 | 5,
  more: Partial<ProjectNode> = {},
): ProjectNode => ({
  id,
  key: id,
  value: id,
  zid: id,
  pId: null,
  pid: null,
  name,
  title: name,
  nodeType: type,
  treeNodeType: type === 5 ? '3' : type === 4 ? '2' : '1',
  isPjPsa: type === 4 ? 1 : 0,
  projectId: null,
  psaId: null,
  code: 'A01',
  psaStatus: '1',
  disabled: false,
  children: [],
  ...more,
})

const projects = () => [
  project('666661', '江苏运维中心', 1, {
    children: [
      project('6666640', '盐城项目', 4, {
        disabled: true,
        children: [
          project('7', '射阳一期', 5),
          project('8', '射阳二期', 5, { psaStatus: '3', disabled: true }),
        ],
      }),
    ],
  }),
]

function Projects(props: {
  start?: string[]
  onlyProjects?: boolean
  multiple?: boolean
  disabled?: boolean
}) {
  const { start = [], ...rest } = props
  const [value, setValue] = useState(start)
  return (
    <Around>
      <ProjectTreeSelect {...rest} userId="9" value={value} onChange={setValue} />
      <output>{value.join()}</output>
    </Around>
  )
}

const openTree = (name: string) => fireEvent.click(screen.getByRole('combobox', { name }))
const chosen = () => screen.getByRole('status').textContent

test('a node of no station archive is refused with the text of the specification, and the value is cleared', async () => {
  const asked = serve({ getErpPjPsaTreeByUserId: projects })
  render(<Projects start={['7']} multiple />)
  openTree('电站')
  fireEvent.click(await row('江苏'))
  await waitFor(() => expect(chosen()).toBe(''))
  expect(notices()).toMatchObject([{ title: '所选节点不是电站档案，请重新选择' }])
  expect(asked[0]!.input).toMatchObject({ userId: '9', onlyAllProject: '0' })
})

test('a node that is no project is refused where only projects are allowed, and the value before it stays', async () => {
  const asked = serve({ getErpPjPsaTreeByUserId: projects })
  render(<Projects start={['6666640']} onlyProjects />)
  openTree('项目')
  fireEvent.click(await row('江苏'))
  expect(notices()).toMatchObject([{ title: '所选节点不是项目，请重新选择' }])
  expect(chosen()).toBe('6666640')
  expect(asked[0]!.input).toMatchObject({ onlyAllProject: '1' })
})

test.each([
  ['66666 with more behind it', '666661', false],
  ['66666 alone', '66666', true],
  ['a station', '6667', true],
])('%s is a station archive: %s %s', (_what, id, taken) => {
  expect(refusalOf({ id, nodeType: 5 }, false) === null).toBe(taken)
})

test('several stations are checked one by one; a disabled one and its project do nothing', async () => {
  serve({ getErpPjPsaTreeByUserId: projects })
  render(<Projects multiple />)
  openTree('电站')
  fireEvent.click((await row('盐城')).querySelector('.tw')!)
  fireEvent.click(await row('射阳一期'))
  expect(chosen()).toBe('7')
  fireEvent.click(await row('射阳二期'))
  fireEvent.click(await row('盐城'))
  expect(chosen()).toBe('7')
  fireEvent.click(await row('射阳一期'))
  expect(chosen()).toBe('')
})

test('a read-only project picker sends its value and disabled', async () => {
  const asked = serve({ getErpPjPsaTreeByUserId: projects })
  render(<Projects start={['7']} disabled />)
  expect(await screen.findByText('射阳一期')).toBeTruthy()
  expect(asked[0]!.input).toMatchObject({ initValue: '7', disabled: '1' })
})

const item = (key: string, title: string, leaf: 0 | 1) => ({
  key,
  value: key,
  title,
  label: title,
  leaf,
  isLeaf: leaf === 1,
  parentId: null,
})

function Dictionary({ condition }: { condition?: string }) {
  const [value, setValue] = useState<string>()
  return (
    <Around>
      <DictTreeSelect
        dict={{ tableName: 'device_type', text: 'name', code: 'id', pidField: 'parent_id', condition }}
        value={value}
        onChange={setValue}
        name="设备类型"
      />
      <output>{value}</output>
    </Around>
  )
}

test('a dictionary tree is read level by level, at most 400 px high', async () => {
  const asked = serve({
    loadTreeData: ({ pid }) => (pid === '1' ? [item('2', '组串式', 1)] : [item('1', '逆变器', 0)]),
    loadDictItem: () => ['组串式'],
  })
  render(<Dictionary condition='{"status":"1"}' />)
  openTree('设备类型')
  fireEvent.click((await row('逆变器')).querySelector('.tw')!)
  expect(screen.getByRole('tree').style.maxHeight).toBe('400px')
  fireEvent.click(await row('组串式'))
  expect(chosen()).toBe('2')
  expect(screen.getByRole('combobox', { name: '设备类型' }).textContent).toBe('组串式')
  const loads = asked.filter(({ path }) => path.endsWith('loadTreeData')).map(({ input }) => input)
  expect(loads).toMatchObject([
    {
      pid: '',
      tableName: 'device_type',
      text: 'name',
      code: 'id',
      pidField: 'parent_id',
      condition: '{"status":"1"}',
    },
    { pid: '1' },
  ])
})

test('a condition that is no JSON is told by the text of the specification, and asks nothing', async () => {
  const asked = serve({})
  render(<Dictionary condition="status=1" />)
  openTree('设备类型')
  expect(await screen.findByText('没有可选的内容')).toBeTruthy()
  expect(notices()).toMatchObject([{ title: '组件TreeSelect-condition传值有误，需要一个json字符串!' }])
  expect(asked).toHaveLength(0)
})

test('the classes of materials stand below 全部, whose code is empty', async () => {
  serve({
    'catalogs/type': () => [{ materialTypeCode: 'S01', materialTypeName: '组件', children: [] }],
  })
  const onChange = vi.fn<(code: string) => void>()
  render(<MaterialTree value="S01" onChange={onChange} />, { wrapper: Around })
  expect((await row('组件')).getAttribute('aria-selected')).toBe('true')
  fireEvent.click(await row('全部'))
  expect(onChange.mock.lastCall).toEqual([''])
})

test('a real-station tree that failed says why under 提示', async () => {
  serve({})
  render(<RealStationTree value={undefined} onChange={() => {}} />, { wrapper: Around })
  await waitFor(() => expect(notices()).toMatchObject([{ title: '提示', text: '健康服务没有应答' }]))
  expect(screen.queryByRole('treeitem')).toBeNull()
})

test('a real-station tree without stations says 该用户下暂无实体电站树 under 提示', async () => {
  serve({ projectAndStationTree: () => [] })
  render(<RealStationTree value={undefined} onChange={() => {}} />, { wrapper: Around })
  await waitFor(() => expect(notices()).toMatchObject([{ title: '提示', text: '该用户下暂无实体电站树' }]))
})
