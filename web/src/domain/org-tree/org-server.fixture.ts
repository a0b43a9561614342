import { vi } from 'vitest'
import { keyOf, PlainOrg, type PlainNode } from './plain-org.fixture.ts'
import type { OrgScope } from './selection.ts'

const node = (
  kind: PlainNode['kind'],
  id: string,
  name: string,
  code: string,
  kids: PlainNode[] = [],
): PlainNode => ({
  kind,
  id,
  name,
  code,
  disabled: false,
  kids,
})

export const stationsOf = (from: number, count: number, code: string): PlainNode[] =>
  Array.from({ length: count }, (_each, at) => node('station', String(from + at), `电站${from + at}`, code))

/** A company, two centres, a sub-area of six stations with one retired, and a sub-area that lies in both centres. */
export function smallOrg(): PlainOrg {
  const yancheng = node('part', '40', '盐城项目群', 'A01A01', stationsOf(1, 6, 'A01A01'))
  yancheng.kids[5]!.disabled = true
  const jiangsu = node('department', '11', '江苏运维中心', 'A01A01', [
    yancheng,
    node('part', '41', '淮海项目群', 'A01A01', stationsOf(7, 2, 'A01A01')),
  ])
  const anhui = node('department', '12', '安徽运维中心', 'A01A02', [
    node('part', '41', '淮海项目群', 'A01A02', stationsOf(9, 2, 'A01A02')),
  ])
  return new PlainOrg([node('department', '10', '示范光伏', 'A01', [jiangsu, anhui])])
}

export type Asked = {
  path: string
  input: Record<string, unknown> & { initTreeEntity?: Record<string, string>; initValue?: string }
}

const scopeOf = (entity: Record<string, string> = {}): Partial<OrgScope> =>
  Object.fromEntries(
    Object.entries(entity)
      .filter(([name]) => name !== 'key')
      .map(([name, joined]) => [name, joined === '' ? [] : joined.split(',')]),
  )

/** Answers the tree calls from plain objects; calls for which `refuse` returns true fail. */
export function serveOrg(org: PlainOrg, refuse: (asked: Asked) => boolean = () => false): Asked[] {
  const all: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const asked: Asked = {
      path: url.slice(url.lastIndexOf('/') + 1),
      input: JSON.parse(body) as Asked['input'],
    }
    all.push(asked)
    const failed = { result_code: '0', result_msg: '服务暂不可用', result_data: null }
    if (refuse(asked)) return new Response(JSON.stringify(failed))
    return new Response(JSON.stringify({ result_code: '1', result_msg: '', result_data: answer(org, asked) }))
  })
  return all
}

function answer(org: PlainOrg, { path, input }: Asked) {
  const base = scopeOf(input.initTreeEntity)
  if (path === 'getDepartPsaTreeLazySearchCount') return 1234
  if (path === 'getDepartPsaTreeLazySearch') return org.search(String(input.search), base)
  if (path === 'getDepartPsaTree') return departmentsOf(org)
  if (path === 'car') return org.roots.map((root) => org.answer(root, {}, 9))
  const shown = (input.initValue ?? '').split(',')
  if (input.disabled === '1')
    return org.roots.flatMap((root) => onWay(org, root, (each) => shown.includes(keyOf(each))))
  const key = input.initTreeEntity?.key
  return key ? org.children(key, base) : org.top(base)
}

const onWay = (org: PlainOrg, at: PlainNode, wanted: (each: PlainNode) => boolean): object[] => {
  const children = at.kids.flatMap((kid) => onWay(org, kid, wanted))
  return wanted(at) || children.length > 0 ? [{ ...org.answer(at, {}, 1), disabled: true, children }] : []
}

const departmentsOf = (org: PlainOrg) => {
  const only = (at: PlainNode): object => {
    const kids = at.kids.filter(({ kind }) => kind === 'department')
    const bare = kids.length === 0
    return { ...org.answer(at, {}, 1), isLeaf: bare, isParent: bare ? '0' : '1', children: kids.map(only) }
  }
  return org.roots.map(only)
}

/** Gives elements a height, so that virtual rows are rendered. */
export function giveHeight(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
}
