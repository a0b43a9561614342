import type { Received } from '@heliodesk/contract/call.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { readRecent } from '../../domain/oa-form/kept-request.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Marked } from '../../kit/Marked.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useIsNamed } from '../../lib/pinyin.ts'
import { useCall } from '../../lib/queries.ts'
import css from './choose-form.module.css'

export type StartableForm = Received<typeof oaCalls.forms>[number]

type ChooseFormProps = OverlayProps & { onChoose: (form: StartableForm) => void }

/** More forms than this are searched. */
const MANY = 6

/** 发起流程: the forms that the user may start, those that were started last first. */
export function ChooseForm({ open, onClose, onChoose }: ChooseFormProps) {
  const forms = useCall(oaCalls.forms, {})
  const [word, setWord] = useState('')
  const isNamed = useIsNamed(word)
  const [recent] = useState(readRecent)
  const place = ({ key }: StartableForm) => {
    const at = recent.indexOf(key)
    return at < 0 ? recent.length : at
  }
  const found = (forms.data ?? [])
    .filter(({ definition, about }) => isNamed(`${definition.name} ${about}`, word))
    .toSorted((one, other) => place(one) - place(other))
  return (
    <Dialog open={open} title="发起流程" width={640} cross onClose={onClose}>
      <Reading read={forms} name="表单" height={160}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="没有可发起的流程" text="需要时请联系流程管理员" />
          ) : (
            <>
              {all.length > MANY && (
                <SearchField label="查找表单" placeholder="名称、拼音" value={word} onChange={setWord} />
              )}
              {found.length === 0 ? (
                <NoMatch title="没有符合条件的表单" text={`“${word.trim()}”`} onClear={() => setWord('')} />
              ) : (
                <ul className={css.forms} aria-label="可发起的流程">
                  {found.map((form) => (
                    <li key={form.key}>
                      <button type="button" onClick={() => onChoose(form)}>
                        <FileText className="i" aria-hidden />
                        <span>
                          <b>
                            <Marked text={form.definition.name} word={word.trim()} />
                          </b>
                          <span className="t3 s12">
                            {form.about || `${form.definition.fields.length} 项`}
                          </span>
                        </span>
                        {recent.includes(form.key) && <span className="tag ln">最近</span>}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )
        }
      </Reading>
    </Dialog>
  )
}
