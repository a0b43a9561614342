import { spaceCalls, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCan } from '../../lib/permission.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import { Button } from '../../kit/Button.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { DRAWER_WAIT_MS } from '../../kit/use-late.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { NodeActions } from './NodeActions.tsx'
import { SpaceForm } from './SpaceForm.tsx'
import css from '../../kit/drawer-tree.module.css'

type Request = { asked: { id: string } } | { parentId?: string }

type SpacesDrawerProps = { psId: string; open: boolean; onClose: () => void }

/** The spaces of a station: areas, arrays, substation and stores. */
export function SpacesDrawer({ psId, open, onClose }: SpacesDrawerProps) {
  const read = useCall(spaceCalls.tree, { psId })
  const mayEdit = useCan('device:edit')
  const shift = useCommand(spaceCalls.shift)
  const nodes = read.isPlaceholderData ? undefined : read.data
  const { show, shown } = useOverlays({
    form: (overlay, request: Request) => (
      <SpaceForm {...overlay} {...request} psId={psId} tree={nodes ?? []} />
    ),
    remove: removing(({ id, name }: SpaceNode) => ({
      call: spaceCalls.remove,
      input: { id },
      title: `删除区域“${name}”？`,
      text: '只能删除没有下级区域也没有设备的区域，含已退役的设备。',
      done: ['区域已删除', name],
    })),
  })
  const add = (parent?: SpaceNode) => show('form', { parentId: parent?.id })
  const actionsOf = (node: SpaceNode, at: number, count: number): RowAction[] => {
    if (!mayEdit) return []
    const { id, name } = node
    const first = at === 0 ? '已是第一个' : null
    const last = at === count - 1 ? '已是最后一个' : null
    const move = (direction: 'up' | 'down') => () => shift.mutate({ id, direction })
    return [
      { key: 'up', title: `上移${name}`, icon: ArrowUp, refusal: first, run: move('up') },
      { key: 'down', title: `下移${name}`, icon: ArrowDown, refusal: last, run: move('down') },
      { key: 'add', title: `在${name}下新建`, icon: Plus, run: () => add(node) },
      { key: 'edit', title: `编辑${name}`, icon: Pencil, run: () => show('form', { asked: { id } }) },
      { key: 'remove', title: `删除${name}`, icon: Trash2, danger: true, run: () => show('remove', node) },
    ]
  }
  const create = (
    <Button kind="pri" icon={Plus} code="device:edit" onClick={() => add()}>
      新建区域
    </Button>
  )
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      top={<span>区域、方阵、升压站与库房</span>}
      title="区域管理"
      actions={create}
    >
      <Reading
        read={read}
        name="区域"
        height={160}
        waitMs={DRAWER_WAIT_MS}
        empty={<Empty title="还没有区域" text="划分区域后，设备可以登记在所在的方阵或库房里" />}
      >
        {(loaded) => <Spaces nodes={loaded} actionsOf={actionsOf} />}
      </Reading>
      {shown}
    </DetailDrawer>
  )
}

type SpacesProps = {
  nodes: readonly SpaceNode[]
  actionsOf: (node: SpaceNode, at: number, count: number) => readonly RowAction[]
}

function Spaces({ nodes, actionsOf }: SpacesProps) {
  return (
    <ul className={css.tree}>
      {nodes.map((node, at) => (
        <li key={node.id}>
          <div className={`touch ${css.line}`}>
            <b>{node.name}</b>
            <span className="tag ln">{node.kindName}</span>
            <span className="t3 s12 mla">{formatNumber(node.deviceCount)} 台</span>
            <NodeActions label={`${node.name}的操作`} actions={actionsOf(node, at, nodes.length)} />
          </div>
          {node.children.length > 0 && <Spaces nodes={node.children} actionsOf={actionsOf} />}
        </li>
      ))}
    </ul>
  )
}
