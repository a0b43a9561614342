import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { Input } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import type { Draft } from './use-draft.ts'
import css from './settings.module.css'

const MOST = 10

/** The version and its notes, in display order. */
export function VersionNotes({ draft }: { draft: Draft<BusinessSettings> }) {
  const { versionNotes } = draft.values
  const { version, notes } = versionNotes
  const set = (change: Partial<typeof versionNotes>) =>
    draft.set('versionNotes', { ...versionNotes, ...change })
  const move = (from: number, to: number) => {
    const moved = notes.toSpliced(from, 1)
    set({ notes: moved.toSpliced(to, 0, notes[from]!) })
  }
  return (
    <>
      <Field label="版本号" required error={draft.errorOf('versionNotes.version')} hint="最多 20 个字">
        {(control) => (
          <Input {...control} value={version} onChange={(event) => set({ version: event.target.value })} />
        )}
      </Field>
      <Field
        label="说明"
        error={draft.errorOf('versionNotes.notes')}
        hint={notes.length === 0 ? '没有说明时不弹出' : `${notes.length}/${MOST} 条，每条最多 200 个字`}
        className={`touch wide ${css.versionNotes}`}
      >
        {({ id, ...control }) => (
          <>
            <ol>
              {notes.map((note, at) => (
                <li key={at} className="row">
                  <Input
                    {...control}
                    id={at === 0 ? id : undefined}
                    aria-label={`第 ${at + 1} 条说明`}
                    value={note}
                    onChange={(event) => set({ notes: notes.with(at, event.target.value) })}
                  />
                  <IconButton
                    icon={ArrowUp}
                    label={`第 ${at + 1} 条上移`}
                    refusal={at === 0 ? '已是第一条' : null}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`第 ${at + 1} 条下移`}
                    refusal={at === notes.length - 1 ? '已是最后一条' : null}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    icon={X}
                    label={`删除第 ${at + 1} 条`}
                    onClick={() => set({ notes: notes.toSpliced(at, 1) })}
                  />
                </li>
              ))}
            </ol>
            <Button
              icon={Plus}
              size="sm"
              repeatMs={0}
              refusal={notes.length >= MOST ? `最多 ${MOST} 条说明` : null}
              onClick={() => set({ notes: [...notes, ''] })}
            >
              添加说明
            </Button>
          </>
        )}
      </Field>
    </>
  )
}
