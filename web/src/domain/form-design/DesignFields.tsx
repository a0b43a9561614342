import {
  fieldKinds,
  type FieldKind,
  type FormDefinition,
  type FormField,
} from '@heliodesk/contract/form-fields.ts'
import { ArrowDown, ArrowUp, Copy, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { PopMenu, spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { moved } from '../../kit/moved.ts'
import { copyOf, newField, type Faults } from './fields.ts'
import { FieldProperties } from './FieldProperties.tsx'
import { FormPreview } from './FormPreview.tsx'
import css from './form-design.module.css'

type DesignFieldsProps = {
  definition: Pick<FormDefinition, 'fields' | 'name'>
  faults: Faults
  /** The kinds that may be added; all without them. */
  kinds?: readonly FieldKind[]
  /** Why the last field stays, where one is needed. */
  needsOne?: string
  /** What is said before a field is removed. */
  removal: string
  onChange: (fields: FormField[]) => void
}

const everyKind = Object.keys(fieldKinds) as FieldKind[]

/** The fields in their order, the preview, and the properties of the chosen one. */
export function DesignFields(props: DesignFieldsProps) {
  const { definition, faults, kinds = everyKind, needsOne, removal, onChange } = props
  const { fields } = definition
  const [chosenAt, setChosenAt] = useState(0)
  const [dragged, setDragged] = useState<number | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const at = Math.max(0, Math.min(chosenAt, fields.length - 1))
  const chosen = fields[at]
  const lastStays = needsOne !== undefined && fields.length === 1
  const focus = (index: number) => {
    setChosenAt(index)
    requestAnimationFrame(() => {
      list.current?.children[index]?.querySelector<HTMLElement>('[data-field]')?.focus()
    })
  }
  const insert = (field: FormField, index: number) => {
    onChange(fields.toSpliced(index, 0, field))
    focus(index)
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return
    onChange(moved(fields, from, to))
    focus(to)
  }
  const { show, shown } = useOverlays({
    remove: (overlay, index: number) => (
      <ConfirmDialog
        open={overlay.open}
        title={`删除“${fields[index]?.label ?? ''}”？`}
        text={removal}
        verb="删除"
        danger
        onConfirm={() => {
          overlay.onClose()
          onChange(fields.filter((_field, place) => place !== index))
        }}
        onCancel={overlay.onClose}
      />
    ),
  })
  const onKey = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by !== 0) {
      event.preventDefault()
      if (event.altKey) move(index, index + by)
      else if (fields[index + by]) focus(index + by)
    }
    if (event.key === 'Delete' && !lastStays) show('remove', index)
  }
  return (
    <div className={css.design}>
      <div className={css.list}>
        <ol ref={list} aria-label="字段">
          {fields.map((field, index) => (
            <li
              key={field.key}
              data-over={dragged !== null && dragged !== index ? '' : undefined}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(index)
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) move(dragged, index)
                setDragged(null)
              }}
            >
              <GripVertical className="i s t3" aria-hidden />
              <button
                type="button"
                data-field
                aria-pressed={index === at}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
                title="Alt + ↑ ↓ 调整顺序"
                onClick={() => setChosenAt(index)}
                onKeyDown={(event) => onKey(event, index)}
              >
                <span className="ell">
                  {field.label || '未命名'}
                  {field.required && <span className="err"> *</span>}
                </span>
                <span className={faults.has(field.key) ? 'err s12' : 't3 s12'}>
                  {faults.has(field.key) ? '有误' : fieldKinds[field.kind]}
                </span>
              </button>
            </li>
          ))}
        </ol>
        <Button icon={Plus} onClick={() => setSpot(spotUnder(list.current!.nextElementSibling!))}>
          添加字段
        </Button>
        {spot && (
          <PopMenu
            label="字段类型"
            spot={spot}
            items={kinds.map((kind) => ({
              text: fieldKinds[kind],
              onSelect: () => insert(newField(kind, fields), fields.length),
            }))}
            onClose={() => setSpot(null)}
          />
        )}
      </div>
      <div className={css.live}>
        <FormPreview definition={definition} faults={faults} />
      </div>
      <section className={css.properties} aria-label="字段属性">
        {chosen ? (
          <>
            <div className={`touch row ${css.tools}`}>
              <h2 className="grow ell">{chosen.label || '未命名'}</h2>
              <IconButton
                icon={ArrowUp}
                label="上移"
                small
                refusal={at === 0 ? '已在最前' : null}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label="下移"
                small
                refusal={at === fields.length - 1 ? '已在最后' : null}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                icon={Copy}
                label="复制字段"
                small
                onClick={() => insert(copyOf(chosen, fields), at + 1)}
              />
              <IconButton
                icon={Trash2}
                label="删除字段"
                small
                refusal={lastStays ? needsOne : null}
                onClick={() => show('remove', at)}
              />
            </div>
            {faults.get(chosen.key)?.map((fault) => (
              <p key={fault} className="alert err" role="alert">
                {fault}
              </p>
            ))}
            <FieldProperties
              key={at}
              field={chosen}
              before={fields.slice(0, at)}
              onChange={(changed) => onChange(fields.with(at, changed))}
            />
          </>
        ) : (
          <Empty title="还没有字段" />
        )}
      </section>
      {shown}
    </div>
  )
}
