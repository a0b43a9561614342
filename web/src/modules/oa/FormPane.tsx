import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { Ban, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { useCall } from '../../lib/queries.ts'
import { DesignFields } from '../../domain/form-design/DesignFields.tsx'
import { DesignHead } from '../../domain/form-design/DesignHead.tsx'
import { DesignViews } from '../../domain/form-design/DesignViews.tsx'
import { faultsByField } from '../../domain/form-design/fields.ts'
import { FormPreview } from '../../domain/form-design/FormPreview.tsx'
import { VersionList } from '../../domain/form-design/VersionList.tsx'
import css from '../../domain/form-design/design-pane.module.css'
import { designOf, type DesignedForm } from './design.ts'
import { ActiveDialog, DiscardDialog } from './form-dialogs.tsx'
import { FormSettings } from './FormSettings.tsx'
import { PublishDialog } from './PublishDialog.tsx'

type FormPaneProps = { id: string; onBack: (() => void) | null }

/** One form: its fields, its settings and its versions. */
export function FormPane({ id, onBack }: FormPaneProps) {
  const form = useCall(oaFormCalls.detail, { id })
  return (
    <section className={css.pane} aria-label="表单">
      <Reading read={form} name="表单" height={320}>
        {(opened) => <Designer opened={opened} onBack={onBack} />}
      </Reading>
    </section>
  )
}

const views = { fields: '字段', settings: '设置', preview: '预览', versions: '版本' } as const
type View = keyof typeof views

function Designer({ opened, onBack }: { opened: DesignedForm; onBack: (() => void) | null }) {
  const [view, setView] = useState<View>('fields')
  const [design, setDesign] = useState(() => designOf(opened))
  const saving = useSaving(oaFormCalls.edit, {
    said: ({ name }) => ['草稿已保存', `${name}：发布后新发起的申请使用它`],
    onSaved: (saved) => {
      saw(saved)
      setDesign(designOf(saved))
    },
  })
  const readAgain = useReadAgain(oaFormCalls.detail)
  const { seen, look, saw } = useSeen(opened, { saving, readAgain: ({ id }) => readAgain({ id }) })
  const { definition } = design
  const dirty = JSON.stringify(design) !== JSON.stringify(designOf(seen))
  useUnsaved(dirty)
  // Somebody else's change is taken over while nothing of one's own would be lost.
  if (opened.version > seen.version && !dirty && !saving.busy) {
    saw(opened)
    setDesign(designOf(opened))
  }
  const faults = faultsByField(definition, seen.nodes)
  const [fault] = [...faults.values()].flat()
  const took = (saved: DesignedForm) => {
    saw(saved)
    setDesign(designOf(saved))
  }
  const { show, shown } = useOverlays({
    publish: (overlay) => <PublishDialog {...overlay} form={seen} onDone={took} />,
    discard: (overlay) => <DiscardDialog {...overlay} form={seen} onDone={took} />,
    active: (overlay) => <ActiveDialog {...overlay} form={seen} onDone={took} />,
  })
  const { id, version, key, active, current, isChanged } = seen
  return (
    <>
      <DesignHead
        noun="表单"
        name={definition.name || key}
        code={key}
        active={active}
        isChanged={isChanged}
        dirty={dirty}
        busy={saving.busy}
        fault={fault}
        onBack={onBack}
        onSave={() => saving.send({ id, version, ...design })}
        onPublish={() => show('publish')}
        actions={[
          {
            key: 'active',
            title: active ? '停用表单' : '启用表单',
            icon: active ? Ban : CircleCheck,
            refusal: dirty ? '请先保存草稿' : null,
            run: () => show('active'),
          },
          {
            key: 'discard',
            title: '放弃草稿',
            icon: RotateCcw,
            refusal: current === null ? '表单还没有发布过' : isChanged || dirty ? null : '没有未发布的修改',
            run: () => show('discard'),
          },
        ]}
      />
      <DesignViews label="表单内容" choices={views} value={view} onChange={setView} fault={fault} />
      <CommandAlert error={saving.error} onRefresh={look} />
      {view === 'fields' && (
        <DesignFields
          definition={definition}
          faults={faults}
          needsOne="表单至少有一个字段"
          removal="已发起的申请保留这一项。"
          onChange={(fields) => setDesign({ ...design, definition: { ...definition, fields } })}
        />
      )}
      {view === 'settings' && <FormSettings design={design} form={seen} onChange={setDesign} />}
      {view === 'preview' && <FormPreview definition={definition} faults={faults} />}
      {view === 'versions' && <VersionList {...seen} empty="发布后，在发起范围内的人员可以发起" />}
      {shown}
    </>
  )
}
