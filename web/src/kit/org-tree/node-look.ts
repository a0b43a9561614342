import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { Box, Folder, Sun } from 'lucide-react'
import { formatNumber } from '../format.ts'
import type { OrgStore, OrgTreeNode } from './cover.ts'
import type { NodeLook } from './OrgTree.tsx'

export const iconOf = ({ isPs, isPsa }: Pick<OrgNode, 'isPs' | 'isPsa'>) =>
  isPs === 1 ? Sun : isPsa === '1' ? Box : Folder

/** 612 MW, 1.25 MW; under a megawatt in kWp. */
export function formatCapacity(kwp: number): string {
  if (kwp < 1000) return `${formatNumber(kwp, Number.isInteger(kwp) ? 0 : 1)} kWp`
  const mw = Math.round(kwp / 10) / 100
  return `${formatNumber(mw, Number.isInteger(mw) ? 0 : 2)} MW`
}

/** 电站已退场; that another kind of node is to be chosen needs no word in every row. */
const reasonOf = ({ disabled, reason, data }: OrgTreeNode) =>
  disabled && (data.isPs === 1 || data.status !== '1') ? reason : null

const capacity = ({ capacityKwp }: OrgNode) => (capacityKwp === null ? null : formatCapacity(capacityKwp))

/** Selected of all, where boxes are; of a station its capacity. */
export const checkLook =
  (store: OrgStore) =>
  (node: OrgTreeNode): NodeLook => ({
    icon: iconOf(node.data),
    note:
      node.data.isPs === 1
        ? capacity(node.data)
        : node.total > 0
          ? `${formatNumber(store.chosenOf(node))} / ${formatNumber(node.total)}`
          : null,
    reason: reasonOf(node),
  })

/** How many stations are below, where one is chosen. */
export const singleLook = (node: OrgTreeNode): NodeLook => {
  const { data } = node
  const below = data.psNum > 0 ? `${formatNumber(data.psNum)} 座` : null
  return { icon: iconOf(data), note: data.isPs === 1 ? capacity(data) : below, reason: reasonOf(node) }
}
