import { spaceCalls, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { notify } from '../../lib/notices.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import { Button, IconButton } from '../Button.tsx'
import { CommandAlert } from '../CommandAlert.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { DetailDrawer } from '../Drawers.tsx'
import { formatNumber } from '../format.ts'
import { Empty, ErrorCard } from '../States.tsx'
import { useLate } from '../use-late.ts'
import { useOverlay } from '../use-overlay.ts'
import { SpaceForm, type SpaceRequest } from './SpaceForm.tsx'
import './devices-tab.css'

type SpacesDrawerProps = { psId: string; open: boolean; onClose: () => void }

/** The areas, arrays, substation and stores of a station. */
export function SpacesDrawer({ psId, open, onClose }: SpacesDrawerProps) {
  const read = useCall(spaceCalls.tree, { psId })
  const late = useLate(read.isPending)
  const mayEdit = useCan('device:edit')
  const [request, setRequest] = useState<SpaceRequest | null>(null)
  const [going, setGoing] = useState<SpaceNode | null>(null)
  const form = useOverlay(request)
  const removal = useOverlay(going)
  const shift = useCommand(spaceCalls.shift, { refresh: [spaceCalls.tree] })
  const nodes = read.isPlaceholderData ? undefined : read.data
  const add = (parent: SpaceNode | null) => setRequest({ kind: 'add', psId, parent })
  const first = (
    <Button kind="pri" icon={Plus} code="device:edit" onClick={() => add(null)}>
      新建区域
    </Button>
  )
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      top={<span>区域、方阵、升压站与库房</span>}
      title="区域管理"
      actions={first}
    >
      {!nodes && read.error && (
        <ErrorCard title="区域没有取到" error={read.error} onRetry={() => void read.refetch()} />
      )}
      {late && <i className="sk" style={{ height: 160 }} role="status" aria-label="正在加载" />}
      {nodes?.length === 0 && (
        <Empty title="还没有区域" text="划分区域后，设备可以登记在所在的方阵或库房里" />
      )}
      {nodes && nodes.length > 0 && (
        <Spaces
          nodes={nodes}
          mayEdit={mayEdit}
          onAdd={add}
          onEdit={(node) => setRequest({ kind: 'edit', node })}
          onRemove={setGoing}
          onShift={(id, direction) => shift.mutate({ id, direction })}
        />
      )}
      {form.value && (
        <SpaceForm
          key={form.key}
          request={form.value}
          tree={nodes ?? []}
          open={form.open}
          onClose={() => setRequest(null)}
        />
      )}
      {removal.value && (
        <RemoveSpace
          key={`removal ${removal.key}`}
          node={removal.value}
          open={removal.open}
          onClose={() => setGoing(null)}
        />
      )}
    </DetailDrawer>
  )
}

type SpacesProps = {
  nodes: readonly SpaceNode[]
  mayEdit: boolean
  onAdd: (parent: SpaceNode) => void
  onEdit: (node: SpaceNode) => void
  onRemove: (node: SpaceNode) => void
  onShift: (id: string, direction: 'up' | 'down') => void
}

function Spaces({ nodes, ...on }: SpacesProps) {
  return (
    <ul className="space-tree">
      {nodes.map((node, at) => (
        <li key={node.id}>
          <div className="space-line">
            <b>{node.name}</b>
            <span className="tag ln">{node.kindName}</span>
            <span className="t3 s12 mla">{formatNumber(node.deviceCount)} 台</span>
            {on.mayEdit && (
              <>
                <IconButton
                  icon={ArrowUp}
                  label={`上移${node.name}`}
                  small
                  refusal={at === 0 ? '已是第一个' : null}
                  onClick={() => on.onShift(node.id, 'up')}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`下移${node.name}`}
                  small
                  refusal={at === nodes.length - 1 ? '已是最后一个' : null}
                  onClick={() => on.onShift(node.id, 'down')}
                />
                <IconButton icon={Plus} label={`在${node.name}下新建`} small onClick={() => on.onAdd(node)} />
                <IconButton icon={Pencil} label={`编辑${node.name}`} small onClick={() => on.onEdit(node)} />
                <IconButton
                  icon={Trash2}
                  label={`删除${node.name}`}
                  small
                  onClick={() => on.onRemove(node)}
                />
              </>
            )}
          </div>
          {node.children.length > 0 && <Spaces nodes={node.children} {...on} />}
        </li>
      ))}
    </ul>
  )
}

function RemoveSpace({ node, open, onClose }: { node: SpaceNode; open: boolean; onClose: () => void }) {
  const command = useCommand(spaceCalls.remove, {
    refresh: [spaceCalls.tree],
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '区域已删除', text: node.name })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={`删除区域“${node.name}”？`}
      text="只能删除没有下级区域也没有设备的区域，含已退役的设备。"
      verb="删除"
      danger
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: node.id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
