import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { send } from '../../lib/call.ts'
import { keyOf } from '../../lib/queries.ts'
import { SinglePanel } from './SinglePanel.tsx'
import { SINGLE_WIDTH, TreePopup } from './TreePopup.tsx'
import { plainItem, type TreeItem } from './tree-store.ts'
import { useWholeTree } from './use-whole-tree.ts'

type DepartmentPopupProps = {
  anchor: RefObject<HTMLDivElement | null>
  label: string
  value: string | undefined
  by: 'id' | 'orgCode'
  mayChoose: (node: DepartmentNode) => boolean
  onChoose: (value: string) => void
  onClose: () => void
}

/** The department tree in a popup below its field. */
export function DepartmentPopup(props: DepartmentPopupProps) {
  const { anchor, label, value, by, mayChoose, onChoose, onClose } = props
  const client = useQueryClient()
  const session = useWholeTree(by, async () => {
    const tree = await client.fetchQuery({
      queryKey: keyOf(departmentCalls.tree, {}),
      queryFn: ({ signal }) => send(departmentCalls.tree, {}, { signal }),
    })
    return tree.map((node) => toItem(node, by))
  })
  const showChosen = useEffectEvent(() => {
    const chosen = value === undefined ? undefined : session.store.get(value)
    if (chosen) session.reveal(chosen)
  })
  useEffect(() => {
    void session.begin().then(showChosen)
  }, [session])
  return (
    <TreePopup label={`选择${label}`} anchor={anchor.current!} minWidth={SINGLE_WIDTH} onClose={onClose}>
      <SinglePanel
        session={session}
        label={label}
        chosen={value === undefined ? [] : [value]}
        lookOf={({ reason }) => ({ icon: Folder, note: null, reason })}
        mayPick={({ data }) => mayChoose(data)}
        onPick={({ key }) => onChoose(key)}
        placeholder="查找部门"
        empty="没有可选的部门"
        hits={() => null}
      />
    </TreePopup>
  )
}

const toItem = (node: DepartmentNode, by: 'id' | 'orgCode'): TreeItem<DepartmentNode> =>
  plainItem({
    key: node[by],
    name: node.departName,
    reason: node.status === '2' ? '已停用' : null,
    data: node,
    children: node.children.map((child) => toItem(child, by)),
  })
