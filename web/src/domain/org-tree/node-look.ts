import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { Box, Folder, Sun } from 'lucide-react'
import { formatCapacity, formatNumber } from '../../kit/format.ts'
import type { OrgStore, OrgTreeNode } from './cover.ts'
import type { NodeLook } from './OrgTree.tsx'
import type { OrgMode } from './org-source.ts'

export const iconOf = ({ isPs, isPsa }: Pick<OrgNode, 'isPs' | 'isPsa'>) =>
  isPs === 1 ? Sun : isPsa === '1' ? Box : Folder

/** Whether the node itself is out of use, rather than the wrong kind of node to choose. */
export const isOutOfUse = ({ disableClosed = false }: OrgMode, { disabled, data }: OrgTreeNode): boolean =>
  disabled && (data.isPs === 1 || data.status === '3' || (data.status === '2' && disableClosed))

/** 电站已退场. The purpose of the tree is not repeated in every row. */
const reasonOf = (mode: OrgMode, node: OrgTreeNode) => (isOutOfUse(mode, node) ? node.reason : null)

const capacity = ({ capacityKwp }: OrgNode) => (capacityKwp === null ? null : formatCapacity(capacityKwp))

/** In a tree with checkboxes: chosen of total; for a station its capacity. */
export const checkLook =
  (mode: OrgMode, store: OrgStore) =>
  (node: OrgTreeNode): NodeLook => ({
    icon: iconOf(node.data),
    note:
      node.data.isPs === 1
        ? capacity(node.data)
        : node.total > 0
          ? `${formatNumber(store.chosenOf(node))} / ${formatNumber(node.total)}`
          : null,
    reason: reasonOf(mode, node),
  })

/** In a tree without checkboxes: the number of stations below. */
export const singleLook =
  (mode: OrgMode) =>
  (node: OrgTreeNode): NodeLook => {
    const { data } = node
    const below = data.psNum > 0 ? `${formatNumber(data.psNum)} 座` : null
    return {
      icon: iconOf(data),
      note: data.isPs === 1 ? capacity(data) : below,
      reason: reasonOf(mode, node),
    }
  }
