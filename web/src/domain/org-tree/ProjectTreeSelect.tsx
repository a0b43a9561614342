import {
  isNoStation,
  nodeTypes,
  projectTreeCalls,
  type ProjectNode,
} from '@heliodesk/contract/project-tree.ts'
import { Box, Folder, Sun } from 'lucide-react'
import { send } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import type { FieldControl } from '../../kit/Field.tsx'
import type { NodeLook } from './OrgTree.tsx'
import { TreeSelect } from './TreeSelect.tsx'
import type { TreeSource } from './tree-session.ts'
import { plainItem, type TreeItem, type TreeNode } from './tree-store.ts'

type ProjectTreeSelectProps = Partial<FieldControl> & {
  /** Ids of tree nodes: a station's own id, or a project's id with the tree's prefix. */
  value: readonly string[]
  onChange: (ids: string[], nodes: ProjectNode[]) => void
  /** Which tree: the user's own or another person's, everything the user sees, or household stations only. */
  of?: 'ofUser' | 'all' | 'households'
  userId?: string
  /** Selects projects instead of stations. */
  onlyProjects?: boolean
  multiple?: boolean
  name?: string
  disabled?: boolean
}

/** Why this node is rejected, and whether the previous value stays (spec 2 §5); null where it is accepted. */
export function refusalOf(
  node: Pick<ProjectNode, 'id' | 'nodeType'>,
  onlyProjects: boolean,
): { text: string; keeps: boolean } | null {
  if (onlyProjects)
    return node.nodeType === nodeTypes.project ? null : { text: '所选节点不是项目，请重新选择', keeps: true }
  return isNoStation(node.id) ? { text: '所选节点不是电站档案，请重新选择', keeps: false } : null
}

/** Selects one or several projects or stations, grouped by department (spec 2 §2). */
export function ProjectTreeSelect({
  value,
  onChange,
  of = 'ofUser',
  userId,
  onlyProjects = false,
  multiple = false,
  name = onlyProjects ? '项目' : '电站',
  disabled = false,
  ...control
}: ProjectTreeSelectProps) {
  const shown = disabled ? value.join(',') : null
  const pick = (node: TreeNode<ProjectNode>, nodeOf: (id: string) => ProjectNode | undefined) => {
    const refusal = refusalOf(node.data, onlyProjects)
    if (refusal) {
      notify({ kind: 'warning', title: refusal.text })
      if (!refusal.keeps) onChange([], [])
      return false
    }
    const rest = value.filter((id) => id !== node.key)
    const taken = multiple ? (rest.length < value.length ? rest : [...value, node.key]) : [node.key]
    onChange(
      taken,
      taken.flatMap((id) => nodeOf(id) ?? []),
    )
    return true
  }
  return (
    <TreeSelect
      {...control}
      value={value}
      source={() => projectSource({ of, userId, onlyProjects, shown })}
      sourceKey={JSON.stringify([of, userId, onlyProjects, shown])}
      multiple={multiple}
      early
      name={name}
      placeholder={`请选择${name}`}
      findPlaceholder={onlyProjects ? '查找项目、部门' : '查找电站、项目、部门'}
      empty={onlyProjects ? '没有可选的项目' : '没有可选的电站'}
      lookOf={lookOf}
      mayPick={(node) => !node.disabled}
      onPick={pick}
      onClear={() => onChange([], [])}
      disabled={disabled}
    />
  )
}

type Wanted = {
  of: NonNullable<ProjectTreeSelectProps['of']>
  userId: string | undefined
  onlyProjects: boolean
  /** The value of a read-only picker. */
  shown: string | null
}

/** The tree is loaded as a whole and searched in the browser. */
const projectSource = ({ of, userId, onlyProjects, shown }: Wanted): TreeSource<ProjectNode> => ({
  top: async (signal) => {
    const input = {
      ...(userId && { userId }),
      onlyAllProject: onlyProjects ? ('1' as const) : ('0' as const),
      ...(shown !== null && { initValue: shown, disabled: '1' }),
    }
    return (await send(projectTreeCalls[of], input, { signal })).map(toProjectItem)
  },
})

export const toProjectItem = (node: ProjectNode): TreeItem<ProjectNode> =>
  plainItem({
    key: node.key,
    name: node.name,
    disabled: node.disabled,
    reason: node.psaStatus === '3' ? (node.treeNodeType === '3' ? '已停用' : '已关闭') : null,
    data: node,
    children: node.children.map(toProjectItem),
  })

const icons = { '1': Folder, '2': Box, '3': Sun } as const

export const lookOf = ({ data, reason }: TreeNode<ProjectNode>): NodeLook => ({
  icon: icons[data.treeNodeType],
  note: null,
  reason,
})
