import {
  isNoStation,
  nodeTypes,
  projectTreeCalls,
  type ProjectNode,
} from '@heliodesk/contract/project-tree.ts'
import { Box, Folder, Sun } from 'lucide-react'
import { send } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import type { FieldControl } from '../Field.tsx'
import type { NodeLook } from './OrgTree.tsx'
import { TreeSelect } from './TreeSelect.tsx'
import type { TreeSource } from './tree-session.ts'
import type { TreeItem, TreeNode } from './tree-store.ts'

type ProjectTreeSelectProps = Partial<FieldControl> & {
  /** Ids of tree nodes: a station's own, a project's with the tree's prefix. */
  value: readonly string[]
  onChange: (ids: string[], nodes: ProjectNode[]) => void
  /** Whose tree: one's own or another person's, all that one sees, or household stations alone. */
  of?: 'ofUser' | 'all' | 'households'
  userId?: string
  /** Projects are chosen, rather than stations. */
  onlyProjects?: boolean
  multiple?: boolean
  name?: string
  disabled?: boolean
}

/** Why this node is not taken, and whether the value before it stays (spec 2 §5); null where it is taken. */
export function refusalOf(
  node: Pick<ProjectNode, 'id' | 'nodeType'>,
  onlyProjects: boolean,
): { text: string; keeps: boolean } | null {
  if (onlyProjects)
    return node.nodeType === nodeTypes.project ? null : { text: '所选节点不是项目，请重新选择', keeps: true }
  return isNoStation(node.id) ? { text: '所选节点不是电站档案，请重新选择', keeps: false } : null
}

/** Projects and their stations by department: one or several of them (spec 2 §2). */
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
  /** The value of a picker that only shows it. */
  shown: string | null
}

/** The tree comes as a whole and is searched here. */
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

/** A node counts nothing: each is chosen by itself. */
export const toProjectItem = (node: ProjectNode): TreeItem<ProjectNode> => ({
  key: node.key,
  name: node.name,
  leaf: node.children.length === 0,
  disabled: node.disabled,
  reason: node.psaStatus === '3' ? (node.treeNodeType === '3' ? '已停用' : '已关闭') : null,
  total: 0,
  chosen: 0,
  data: node,
  children: node.children.map(toProjectItem),
})

const icons = { '1': Folder, '2': Box, '3': Sun } as const

export const lookOf = ({ data, reason }: TreeNode<ProjectNode>): NodeLook => ({
  icon: icons[data.treeNodeType],
  note: null,
  reason,
})
