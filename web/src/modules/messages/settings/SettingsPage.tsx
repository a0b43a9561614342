import { messageChannelCalls as calls, usualChoices } from '@heliodesk/contract/message-channels.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ArrowLeft, Save, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useUnsaved } from '../../../kit/use-unsaved.ts'
import { useCall } from '../../../lib/queries.ts'
import { ChoiceTable } from './ChoiceTable.tsx'
import { CompanyDrawer } from './CompanyDrawer.tsx'
import { MailDialog } from './MailDialog.tsx'
import type { Draft, Own } from './own.ts'
import { SettingsSide } from './SettingsSide.tsx'
import css from './message-settings.module.css'

/** 消息接收设置: on which ways, and when, the user is told what. */
export function SettingsPage() {
  const own = useCall(calls.own, {}, { refetchOnMount: 'always' })
  return (
    <div className="list-page">
      <Reading read={own} name="接收设置" height={400}>
        {(read) => <Settings key={read.version} own={read} />}
      </Reading>
    </div>
  )
}

function Settings({ own }: { own: Own }) {
  const { choices, quietFrom, quietUntil, version } = own
  const [draft, setDraft] = useState<Draft>({ choices, quietFrom, quietUntil })
  const isChanged = JSON.stringify(draft) !== JSON.stringify({ choices, quietFrom, quietUntil })
  const saving = useSaving(calls.saveOwn, { said: () => ['接收设置已保存'] as const })
  useUnsaved(isChanged && !saving.done)
  const { show, shown } = useOverlays({
    mail: (overlay) => <MailDialog {...overlay} />,
    company: (overlay) => <CompanyDrawer {...overlay} own={own} />,
  })
  return (
    <>
      <PageHead
        title="消息接收设置"
        facts="只影响您自己，锁住的由公司规定"
        actions={
          <>
            <a className="btn" href={paths.messages.href()}>
              <ArrowLeft className="i" aria-hidden />
              返回消息
            </a>
            <Button icon={Settings2} code="setting:system" onClick={() => show('company')}>
              公司通道
            </Button>
            <Button
              onClick={() => setDraft({ choices: [...usualChoices], quietFrom: null, quietUntil: null })}
            >
              恢复默认
            </Button>
          </>
        }
        main={
          <Button
            kind="pri"
            icon={Save}
            busy={saving.busy}
            refusal={isChanged ? null : '没有改动'}
            onClick={() => saving.send({ ...draft, version })}
          >
            保存
          </Button>
        }
      />
      <CommandAlert error={saving.error} />
      <div className={css.settings}>
        <ChoiceTable own={own} draft={draft} onChange={(next) => setDraft({ ...draft, choices: next })} />
        <SettingsSide
          own={own}
          draft={draft}
          onQuiet={(from, until) => setDraft({ ...draft, quietFrom: from, quietUntil: until })}
          onMail={() => show('mail')}
        />
      </div>
      {shown}
    </>
  )
}
