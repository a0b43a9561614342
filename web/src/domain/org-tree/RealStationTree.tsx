import { nodeTypes, projectTreeCalls, type ProjectNode } from '@heliodesk/contract/project-tree.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { send } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { OrgTree } from './OrgTree.tsx'
import { lookOf, toProjectItem } from './ProjectTreeSelect.tsx'
import { useWholeTree } from './use-whole-tree.ts'

type RealStationTreeProps = {
  /** The id of the chosen station. */
  value: string | undefined
  onChange: (psId: string, node: ProjectNode) => void
  height?: string
}

const NONE = '该用户下暂无实体电站树'

/** Stations with recorded devices, below their projects; a notice says what is missing (spec 2 §8). */
export function RealStationTree({ value, onChange, height }: RealStationTreeProps) {
  const session = useWholeTree('', async (signal) =>
    (await send(projectTreeCalls.real, {}, { signal })).map(toProjectItem),
  )
  useSyncExternalStore(session.subscribe, session.snapshot)
  const { status, error, store } = session
  const fault = status === 'failed' ? error?.message || NONE : null
  const text = status === 'ready' && store.roots.length === 0 ? NONE : fault
  useEffect(() => {
    if (text) notify({ kind: 'error', title: '提示', text })
  }, [text])
  return (
    <OrgTree
      session={session}
      label="实体电站"
      chosen={value === undefined ? [] : [value]}
      lookOf={lookOf}
      mayPick={({ disabled, data }) => !disabled && data.nodeType === nodeTypes.station}
      onPick={({ data }) => onChange(data.id, data)}
      height={height}
      empty={NONE}
    />
  )
}
