import { deviceCalls, type DeviceTypeNode } from '@heliodesk/contract/devices.ts'
import { ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import { NodeActions } from '../../domain/devices/NodeActions.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { TypeForm } from './TypeForm.tsx'
import treeCss from '../../kit/drawer-tree.module.css'
import css from './devices.module.css'

type Request = { asked: { id: string } } | { parentId?: string }

/** The tenant's tree of device types. */
export function DeviceTypes({ open, onClose }: { open: boolean; onClose: () => void }) {
  const read = useCall(deviceCalls.types, {})
  const { show, shown } = useOverlays({
    form: (overlay, request: Request) => <TypeForm {...overlay} {...request} />,
    remove: removing(({ id, name }: DeviceTypeNode) => ({
      call: deviceCalls.removeType,
      input: { id },
      title: `删除类型“${name}”？`,
      text: '只能删除没有下级也没有设备的类型；不再使用的可以停用。',
      done: ['设备类型已删除', name],
    })),
  })
  const add = (parent?: DeviceTypeNode) => show('form', { parentId: parent?.id })
  const actionsOf = (node: DeviceTypeNode): RowAction[] => [
    { key: 'add', title: `在${node.name}下新增`, icon: Plus, run: () => add(node) },
    {
      key: 'edit',
      title: `编辑${node.name}`,
      icon: Pencil,
      run: () => show('form', { asked: { id: node.id } }),
    },
    { key: 'remove', title: `删除${node.name}`, icon: Trash2, danger: true, run: () => show('remove', node) },
  ]
  const nothing = (
    <Empty
      title="还没有设备类型"
      text="先新增类型，再登记设备"
      action={<Button onClick={() => add()}>新增类型</Button>}
    />
  )
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      top={<span>全公司共用</span>}
      title="设备类型"
      actions={
        <Button kind="pri" icon={Plus} onClick={() => add()}>
          新增类型
        </Button>
      }
    >
      <Reading read={read} name="设备类型" height={240} empty={nothing}>
        {(nodes) => <Branch nodes={nodes} actionsOf={actionsOf} />}
      </Reading>
      {shown}
    </DetailDrawer>
  )
}

type BranchProps = {
  nodes: readonly DeviceTypeNode[]
  actionsOf: (node: DeviceTypeNode) => readonly RowAction[]
}

function Branch({ nodes, actionsOf }: BranchProps) {
  return (
    <ul className={treeCss.tree}>
      {nodes.map((node) => (
        <li key={node.id}>
          <TypeLine node={node} actionsOf={actionsOf} />
        </li>
      ))}
    </ul>
  )
}

function TypeLine({ node, actionsOf }: Pick<BranchProps, 'actionsOf'> & { node: DeviceTypeNode }) {
  const [unfolded, setUnfolded] = useState(false)
  return (
    <>
      <div className={node.status === '3' ? `touch ${css.typeLine} off` : `touch ${css.typeLine}`}>
        {node.children.length > 0 ? (
          <IconButton
            icon={ChevronRight}
            label={`${unfolded ? '收起' : '展开'}${node.name}`}
            small
            className={unfolded ? `${css.turn} ${css.open}` : css.turn}
            onClick={() => setUnfolded(!unfolded)}
          />
        ) : (
          <span className={css.turn} />
        )}
        <b>{node.name}</b>
        <span className="t3 s12">{node.code}</span>
        {node.status === '3' && <span className="tag ln">已停用</span>}
        <span className="t3 s12 mla">{formatNumber(node.deviceCount)} 台</span>
        <NodeActions label={`${node.name}的操作`} actions={actionsOf(node)} />
      </div>
      {unfolded && node.children.length > 0 && <Branch nodes={node.children} actionsOf={actionsOf} />}
    </>
  )
}
