import { formatMinute, formatSize } from '../../kit/format.ts'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { Kind } from './template-list.tsx'
import type { Template } from './template.ts'
import css from './templates.module.css'

type TemplateCardProps = {
  template: Template
  chosen: boolean
  onChoose: () => void
  onOpen: () => void
  actions: readonly RowAction[]
}

/** The card of a template, in the phone layout. */
export function TemplateCard({ template, chosen, onChoose, onOpen, actions }: TemplateCardProps) {
  const { name, fileName, fileVersion, size, updatedBy, updateTime } = template
  return (
    <article className={`touch ${css.templateCard}`}>
      <header>
        <label>
          <input
            type="checkbox"
            className="choose"
            aria-label={`选择 ${name}`}
            checked={chosen}
            onChange={onChoose}
          />
        </label>
        <button type="button" className={`${css.name} grow`} onClick={onOpen}>
          <b>{name}</b>
        </button>
        <Kind {...template} />
        <ActionMenu actions={actions} label={`对${name}的更多操作`} />
      </header>
      <p className="ell t2" title={fileName}>
        {fileName}
      </p>
      <p className="t3">
        V{fileVersion} · {formatSize(size)} · {updatedBy} · {formatMinute(updateTime)}
      </p>
    </article>
  )
}
