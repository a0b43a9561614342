import type { OrgNode, TreeMode } from '@heliodesk/contract/org-tree.ts'
import { MOST_MATCHES, orgTreeCalls } from '@heliodesk/contract/org-tree.ts'
import { send } from '../../lib/call.ts'
import { countEntries, joinScope, namedBy, type OrgScope } from './selection.ts'
import { toItem } from './org-items.ts'
import type { TreeSource } from './tree-session.ts'
import type { TreeItem } from './tree-store.ts'
import { isNamed as isFound } from '../../lib/pinyin.ts'

/** The mode of a station or department tree (spec 2 §2). */
export type OrgMode = {
  /** Only departments, sub-areas as the last level, stations, or the departments and stations of a person's cars. */
  kind: 'department' | 'psa' | 'station' | 'car'
  /** The person of a car tree; by default the user. */
  userId?: string
  /** Disabled stations can be chosen too. */
  insight?: boolean
  /** Only stations with recorded devices. */
  hasModel?: boolean
  /** Only stations in maintenance. */
  manage?: boolean
  excludeHy?: boolean
  excludeClosed?: boolean
  /** Disabled departments cannot be chosen. */
  disableClosed?: boolean
}

const flag = (on: boolean | undefined) => (on ? '1' : '0')

/** The rarer flags are sent only when they are set. */
const rarely = (name: keyof TreeMode, on: boolean | undefined): TreeMode => (on ? { [name]: '1' } : {})

/** The same flags in the first load, every expansion and every search (spec 2 §7). */
const flagsOf = (mode: OrgMode): TreeMode => ({
  isQueryPs: flag(mode.kind === 'station'),
  hasModel: flag(mode.hasModel),
  isPsManage: flag(mode.manage),
  isInsight: flag(mode.insight),
  ...rarely('isDepart', mode.kind === 'department'),
  ...rarely('excludeHy', mode.excludeHy),
  ...rarely('excludeClosed', mode.excludeClosed),
  ...rarely('disableClosed', mode.disableClosed),
})

/** The calls of a tree in which `base` is initially chosen. */
export function orgSource(mode: OrgMode, base: Partial<OrgScope>): TreeSource<OrgNode> {
  if (mode.kind === 'car') return carSource(mode, base)
  if (mode.kind === 'department') return departmentSource(mode, base)
  const flags = flagsOf(mode)
  const scope = joinScope(base)
  const chosen = countEntries(base) > 0 ? { initTreeEntity: scope } : {}
  const searchFor = (search: string) => ({ ...flags, search, initTreeEntity: scope })
  return {
    top: async (signal) => (await send(orgTreeCalls.lazy, { ...flags, ...chosen }, { signal })).map(toItem),
    children: async (node) =>
      (
        await send(orgTreeCalls.lazy, {
          ...flags,
          // Where sub-areas are the last level, some of their stations can still be chosen, so ask for stations.
          ...(node.leaf ? { isQueryPs: '1' } : {}),
          initTreeEntity: { key: node.key, ...scope },
        })
      ).map(toItem),
    search: async (word, signal) =>
      (await send(orgTreeCalls.search, searchFor(word), { signal })).map(toItem),
    countMatches: async (word, found, signal) =>
      countNamed(found, word) < MOST_MATCHES
        ? null
        : send(orgTreeCalls.searchCount, searchFor(word), { signal }),
  }
}

const countNamed = (items: readonly TreeItem<OrgNode>[], word: string): number =>
  items.reduce((sum, { name, children }) => sum + Number(isFound(name, word)) + countNamed(children, word), 0)

/** The nodes of a read-only picker as the call takes them; null where the call cannot name them all. */
export function shownNodes({ kind }: OrgMode, value: Partial<OrgScope>): string | null {
  const { depIds = [], depCodes = [], psaIds = [], psIds = [] } = value
  if (kind === 'car' || depCodes.length > depIds.length || (psaIds.length > 0 && kind !== 'psa')) return null
  return [...depIds.map((id) => `d${id}`), ...psaIds, ...psIds.map((id) => `s${id}`)].join(',')
}

/** A read-only tree: only these nodes and their ancestors (spec 2 §7). */
export const shownSource = (mode: OrgMode, initValue: string): TreeSource<OrgNode> => ({
  top: async (signal) => {
    const { isQueryPs, isDepart } = flagsOf(mode)
    const wanted = { isQueryPs, ...(isDepart && { isDepart }), initValue, disabled: '1' }
    return (await send(orgTreeCalls.lazy, wanted, { signal })).map(toItem)
  },
})

/** Departments are loaded as a whole and searched in the browser. Each counts as one, even without stations. */
const departmentSource = (mode: OrgMode, base: Partial<OrgScope>): TreeSource<OrgNode> => ({
  top: async (signal) => {
    const nodes = await send(orgTreeCalls.full, { ...flagsOf(mode), all: '1' }, { signal })
    return chosenIn(nodes.map(neverWholeIfDisabled), base, ({ disabled }) => (disabled ? 0 : 1))
  },
})

/** A disabled department never stands for its descendants in the cover, even when all of them are chosen. */
const neverWholeIfDisabled = (node: OrgNode): OrgNode => ({
  ...node,
  isPart: node.disabled,
  children: node.children.map(neverWholeIfDisabled),
})

const carSource = ({ userId, ...mode }: OrgMode, base: Partial<OrgScope>): TreeSource<OrgNode> => ({
  top: async (signal) => {
    const { isQueryPs: _stations, ...flags } = flagsOf(mode)
    const nodes = await send(orgTreeCalls.car, { ...flags, ...(userId && { userId }) }, { signal })
    return chosenIn(nodes, base, ({ isPs, psNum }) => (isPs === 1 ? psNum : 0))
  },
})

/** The items of a complete tree in which `base` is chosen; `ownOf` is what a node counts besides its descendants. */
function chosenIn(
  nodes: readonly OrgNode[],
  base: Partial<OrgScope>,
  ownOf: (node: OrgNode) => number,
): TreeItem<OrgNode>[] {
  const isNamed = namedBy(base)
  const visit = (node: OrgNode, covered: boolean): TreeItem<OrgNode> => {
    const whole = covered || isNamed(node)
    const children = node.children.map((child) => visit(child, whole))
    const total = children.reduce((sum, child) => sum + child.total, ownOf(node))
    const chosen = whole ? total : children.reduce((sum, child) => sum + child.chosen, 0)
    return { ...toItem({ ...node, children: [] }), total, chosen, children }
  }
  return nodes.map((node) => visit(node, false))
}
