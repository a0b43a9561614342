import { orderFieldKinds, taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { ArrowDown, ArrowUp, Ban, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import css from '../../domain/form-design/design-pane.module.css'
import { DesignFields } from '../../domain/form-design/DesignFields.tsx'
import { DesignHead } from '../../domain/form-design/DesignHead.tsx'
import { DesignViews } from '../../domain/form-design/DesignViews.tsx'
import { faultsOfType } from '../../domain/form-design/fields.ts'
import { moved } from '../../kit/moved.ts'
import { VersionList } from '../../domain/form-design/VersionList.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { useCall } from '../../lib/queries.ts'
import type { Definition, DesignedType, TypeHead } from './design.ts'
import { ActiveDialog, DiscardDialog, PublishDialog } from './type-dialogs.tsx'
import { TypeSettings } from './TypeSettings.tsx'
import { WorkTemplate } from './WorkTemplate.tsx'

type PaneProps = { types: readonly TypeHead[]; onBack: (() => void) | null }

/** One type: what its orders ask for, and its versions. */
export function TaskTypePane({ id, ...pane }: PaneProps & { id: number }) {
  const type = useCall(taskTypeCalls.detail, { id })
  return (
    <section className={css.pane} aria-label="任务类型">
      <Reading read={type} name="任务类型" height={320}>
        {(opened) => <Designer opened={opened} {...pane} />}
      </Reading>
    </section>
  )
}

const views = { work: '作业步骤', fields: '字段', settings: '基本与规则', versions: '版本' } as const
type View = keyof typeof views

function Designer({ opened, types, onBack }: PaneProps & { opened: DesignedType }) {
  const [view, setView] = useState<View>('work')
  const [definition, setDefinition] = useState(opened.definition)
  const took = (saved: DesignedType) => {
    saw(saved)
    setDefinition(saved.definition)
  }
  const saving = useSaving(taskTypeCalls.edit, {
    said: ({ name }) => ['草稿已保存', `${name}：发布后新建的工单使用它`],
    onSaved: took,
  })
  const readAgain = useReadAgain(taskTypeCalls.detail)
  const { seen, look, saw } = useSeen(opened, { saving, readAgain: ({ id }) => readAgain({ id }) })
  const dirty = JSON.stringify(definition) !== JSON.stringify(seen.definition)
  useUnsaved(dirty)
  // Somebody else's change is taken over while nothing of one's own would be lost.
  if (opened.version > seen.version && !dirty && !saving.busy) took(opened)
  const faults = faultsOfType(definition)
  const [fault] = [...faults.values()].flat()
  const arranging = useArranging(seen.id, types)
  const { show, shown } = useOverlays({
    publish: (overlay) => (
      <PublishDialog {...overlay} type={{ ...seen, openOrders: opened.openOrders }} onDone={took} />
    ),
    discard: (overlay) => <DiscardDialog {...overlay} type={seen} onDone={took} />,
    active: (overlay) => <ActiveDialog {...overlay} type={seen} onDone={took} />,
  })
  const set = (changed: Partial<Definition>) => setDefinition({ ...definition, ...changed })
  const { id, version, active, current, isChanged } = seen
  return (
    <>
      <DesignHead
        noun="任务类型"
        name={definition.name || seen.name}
        code={String(id)}
        active={active}
        isChanged={isChanged}
        dirty={dirty}
        busy={saving.busy}
        fault={fault}
        onBack={onBack}
        onSave={() => saving.send({ id, version, definition })}
        onPublish={() => show('publish')}
        actions={[
          ...arranging,
          {
            key: 'active',
            title: active ? '停用类型' : '启用类型',
            icon: active ? Ban : CircleCheck,
            refusal: dirty ? '请先保存草稿' : null,
            run: () => show('active'),
          },
          {
            key: 'discard',
            title: '放弃草稿',
            icon: RotateCcw,
            refusal:
              current === null ? '任务类型还没有发布过' : isChanged || dirty ? null : '没有未发布的修改',
            run: () => show('discard'),
          },
        ]}
      />
      <DesignViews label="任务类型内容" choices={views} value={view} onChange={setView} fault={fault} />
      <CommandAlert error={saving.error} onRefresh={look} />
      {view === 'work' && <WorkTemplate definition={definition} onChange={set} />}
      {view === 'fields' && (
        <DesignFields
          definition={definition}
          faults={faults}
          kinds={orderFieldKinds}
          removal="已有的工单保留这一项。"
          onChange={(fields) => set({ fields })}
        />
      )}
      {view === 'settings' && (
        <TypeSettings definition={definition} processes={seen.processes} onChange={set} />
      )}
      {view === 'versions' && (
        <VersionList {...seen} empty="发布后可以新建这类工单" factOf={(each) => openOrdersOf(opened, each)} />
      )}
      {shown}
    </>
  )
}

function openOrdersOf({ openOrders }: DesignedType, version: number) {
  const orders = openOrders.find((each) => each.version === version)?.orders
  return orders !== undefined && <span className="t2 s12">在办 {orders} 单</span>
}

/** Moves the type in the menu of new orders. */
function useArranging(id: number, types: readonly TypeHead[]) {
  const saving = useSaving(taskTypeCalls.arrange, { said: () => ['顺序已调整', '新建工单时按此顺序选择'] })
  const at = types.findIndex((type) => type.id === id)
  const move = (by: -1 | 1) => ({
    refusal: saving.busy
      ? '正在保存顺序'
      : at + by < 0
        ? '已在最前'
        : at + by >= types.length
          ? '已在最后'
          : null,
    run: () => saving.send({ types: moved(types, at, at + by).map((type) => type.id) }),
  })
  return [
    { key: 'up', title: '上移', icon: ArrowUp, ...move(-1) },
    { key: 'down', title: '下移', icon: ArrowDown, ...move(1) },
  ]
}
