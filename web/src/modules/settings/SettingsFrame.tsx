import { History, Users } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { Form } from '../../kit/Form.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { SectionNav, useSectionSpy } from '../../kit/SectionNav.tsx'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import type { CallError } from '../../lib/call.ts'
import { ChangeLog, ChangeLogDrawer, type ChangesCall } from './ChangeLog.tsx'
import css from './settings.module.css'

type Section = { id: string; title: string; lead: string; body: ReactNode }

type SettingsFrameProps = {
  title: string
  sections: readonly Section[]
  changes: ChangesCall
  form: RefObject<HTMLFormElement | null>
  /** The Chinese names of the unsaved settings. */
  unsaved: readonly string[]
  /** The Chinese names of the settings that another user changed meanwhile. */
  byOthers: readonly string[]
  /** Uploads are still running. */
  uploading: boolean
  busy: boolean
  error: CallError | null
  onAccept: () => void
  onRefresh: () => void
  onReset: () => void
  onSave: () => void
}

/** Sections of settings with anchors, the change log beside them, and a save bar once something changed. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { title, sections, changes, form, unsaved, byOthers, onAccept, onSave } = props
  const anchors = sections.map(({ id, title: name }) => ({ id: `setting-${id}`, title: name }))
  const spy = useSectionSpy(
    anchors.map(({ id }) => id),
    80,
  )
  const [logShown, setLogShown] = useState(false)
  useUnsaved(unsaved.length > 0 || props.uploading)
  return (
    <div className={css.settingsPage}>
      <PageHead
        title={title}
        facts="保存后立即对全公司生效"
        actions={
          <span className={css.logButton}>
            <Button icon={History} onClick={() => setLogShown(true)}>
              修改记录
            </Button>
          </span>
        }
      />
      <div className={css.settingsBody} onScroll={({ currentTarget }) => spy.onScroll(currentTarget)}>
        <SectionNav label={`${title}的分组`} sections={anchors} current={spy.current} />
        <Form ref={form} onSend={onSave}>
          {byOthers.length > 0 && (
            <div className="alert undo" role="alert">
              <Users className="i" aria-hidden />
              <span className="grow">
                配置刚在别处修改：{byOthers.join('、')}。您未保存的改动已保留，保存时只提交您的改动。
              </span>
              <Button size="sm" onClick={onAccept}>
                知道了
              </Button>
            </div>
          )}
          {sections.map(({ id, title: name, lead, body: content }) => (
            <section
              key={id}
              id={`setting-${id}`}
              className={`card ${css.card}`}
              aria-labelledby={`setting-${id}-title`}
            >
              <header>
                <h2 id={`setting-${id}-title`}>{name}</h2>
                <p className="t3">{lead}</p>
              </header>
              {content}
            </section>
          ))}
        </Form>
        <aside aria-label="修改记录">
          <h2>修改记录</h2>
          <ChangeLog call={changes} />
        </aside>
      </div>
      {unsaved.length > 0 && <SaveBar {...props} />}
      <ChangeLogDrawer
        open={logShown}
        call={changes}
        title={`${title}修改记录`}
        onClose={() => setLogShown(false)}
      />
    </div>
  )
}

function SaveBar({ unsaved, uploading, busy, error, onRefresh, onReset, onSave }: SettingsFrameProps) {
  return (
    <footer className={`touch-row ${css.saveBar}`}>
      <CommandAlert error={error} onRefresh={onRefresh} />
      <div className={`foot ${css.foot}`}>
        <span className={css.summary} role="status">
          未保存 <b>{unsaved.length}</b> 项：<span className="t2">{unsaved.join('、')}</span>
        </span>
        <Button onClick={onReset}>还原</Button>
        <Button kind="pri" busy={busy} refusal={uploading ? '文件上传中，请稍候' : null} onClick={onSave}>
          保存
        </Button>
      </div>
    </footer>
  )
}
