import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { ArrowLeft, Ban, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { useCall } from '../../lib/queries.ts'
import { designOf, faultsByField, type DesignedForm } from './design.ts'
import { DesignFields } from './DesignFields.tsx'
import { ActiveDialog, DiscardDialog } from './form-dialogs.tsx'
import { FormPreview } from './FormPreview.tsx'
import { FormSettings } from './FormSettings.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { VersionList } from './VersionList.tsx'
import css from './forms.module.css'

type FormPaneProps = { id: string; onBack: (() => void) | null }

/** One form: its fields, its settings and its versions. */
export function FormPane({ id, onBack }: FormPaneProps) {
  const form = useCall(oaFormCalls.detail, { id })
  return (
    <section className={css.form} aria-label="表单">
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
  const Title = onBack ? 'h1' : 'h2'
  const { id, version, key, active, current, isChanged } = seen
  const send = () => saving.send({ id, version, ...design })
  return (
    <>
      <header className={`touch row ${css.head}`}>
        {onBack && <IconButton icon={ArrowLeft} label="返回表单列表" onClick={onBack} />}
        <div className={`row grow ${css.title}`}>
          <Title>{definition.name || key}</Title>
          <span className="row">
            <span className="code">{key}</span>
            <CopyText text={key} label="复制表单编码" />
          </span>
          {!active && <span className="tag ln">已停用</span>}
          {isChanged && <span className="tag undo">有未发布的修改</span>}
        </div>
        <Button refusal={dirty ? null : '没有未保存的修改'} busy={saving.busy} onClick={send}>
          保存草稿
        </Button>
        <Button
          kind="pri"
          refusal={fault ?? (dirty ? '请先保存草稿' : isChanged ? null : '没有修改，不需要发布')}
          onClick={() => show('publish')}
        >
          发布
        </Button>
        <ButtonGroup
          limit={0}
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
      </header>
      <div className={css.views}>
        <Segments label="表单内容" choices={views} value={view} onChange={setView} />
        {fault && (
          <span className={`err s13 ell ${css.fault}`} role="status" title={fault}>
            {fault}
          </span>
        )}
      </div>
      <CommandAlert error={saving.error} onRefresh={look} />
      {view === 'fields' && (
        <DesignFields
          definition={definition}
          faults={faults}
          onChange={(fields) => setDesign({ ...design, definition: { ...definition, fields } })}
        />
      )}
      {view === 'settings' && <FormSettings design={design} form={seen} onChange={setDesign} />}
      {view === 'preview' && <FormPreview definition={definition} faults={faults} />}
      {view === 'versions' && <VersionList form={seen} />}
      {shown}
    </>
  )
}
