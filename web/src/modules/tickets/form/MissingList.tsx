import type { ContentFault } from '@heliodesk/contract/ticket-content.ts'
import { CircleCheck, ListTodo } from 'lucide-react'
import css from './ticket-form.module.css'

type MissingListProps = {
  toSave: readonly ContentFault[]
  toSubmit: readonly ContentFault[]
  onGo: (field: ContentFault['field']) => void
}

/** What the ticket still needs before it can be saved and submitted; each leads to its field. */
export function MissingList({ toSave, toSubmit, onGo }: MissingListProps) {
  const missing = [...toSave, ...toSubmit]
  if (missing.length === 0)
    return (
      <section className={`wide ${css.missing}`} aria-label="提交前检查">
        <p className="ok row">
          <CircleCheck className="i s" aria-hidden />
          已填齐，保存后即可提交
        </p>
      </section>
    )
  return (
    <section className={`wide ${css.missing}`} aria-label="提交前检查">
      <p className="row">
        <ListTodo className="i s" aria-hidden />
        提交前还差 {missing.length} 项{toSave.length === 0 && <span className="t3">草稿现在可以保存</span>}
      </p>
      <ul>
        {missing.map(({ field, text }, at) => (
          <li key={at}>
            <button type="button" className={`chip ${css.fault}`} onClick={() => onGo(field)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
