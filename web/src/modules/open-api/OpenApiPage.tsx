import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { SecretDialog } from '../../domain/tokens/SecretDialog.tsx'
import { Button } from '../../kit/Button.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { HookForm } from './HookForm.tsx'
import { MachineForm } from './MachineForm.tsx'
import { TokensTab } from './TokensTab.tsx'
import { WebhooksTab } from './WebhooksTab.tsx'
import css from './open-api.module.css'

const CallsTab = lazily(async () => (await import('./CallsTab.tsx')).CallsTab)

const tabs = { hooks: 'Webhook', tokens: '个人与机器令牌', calls: '接口文档' } as const
type Tab = keyof typeof tabs

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value)

/** 开放接口: what is pushed to other systems, the tokens with which programs call, and the calls that there are. */
export function OpenApiPage() {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const asked = query.get('tab')
  const tab = isTab(asked) ? asked : 'hooks'
  const [made, setMade] = useState<{ id: string; secret: string | null } | null>(null)
  const { show, shown } = useOverlays({
    hook: (dialog) => (
      <HookForm
        {...dialog}
        onMade={(answer) => {
          setMade(answer)
          change({ hook: answer.id })
        }}
      />
    ),
    machine: (dialog) => <MachineForm {...dialog} />,
  })
  const chooser = (
    <span className={css.tabs}>
      <Segments
        label="开放接口"
        choices={tabs}
        value={tab}
        onChange={(next) =>
          change({
            tab: next === 'hooks' ? null : next,
            hook: null,
            delivery: null,
            only: null,
            call: null,
          })
        }
      />
    </span>
  )
  return (
    <div className={css.page}>
      <PageHead
        title="开放接口"
        facts={phone ? undefined : chooser}
        actions={phone ? chooser : undefined}
        main={
          tab === 'hooks' && !(phone && query.has('hook')) ? (
            <Button kind="pri" icon={Plus} onClick={() => show('hook')}>
              新建推送
            </Button>
          ) : (
            tab === 'tokens' && (
              <Button kind="pri" icon={Bot} onClick={() => show('machine')}>
                新建机器账号
              </Button>
            )
          )
        }
      />
      {tab === 'hooks' && <WebhooksTab onAdd={() => show('hook')} onSecret={setMade} />}
      {tab === 'tokens' && <TokensTab />}
      {tab === 'calls' && <CallsTab />}
      {shown}
      {made?.secret && (
        <SecretDialog
          title="推送密钥"
          secret={made.secret}
          use="接收方用它核对请求头 X-Helio-Signature：对“时间.正文”做 HMAC-SHA256。"
          onClose={() => setMade(null)}
        />
      )}
    </div>
  )
}
