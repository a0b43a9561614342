import { webhookCalls, webhookKinds, type Webhook } from '@heliodesk/contract/webhooks.ts'
import { Plus, RefreshCw, ShieldCheck } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { DeliveryPane } from './DeliveryPane.tsx'
import { eventWords, rateOf } from './hook-words.ts'
import { HookPane } from './HookPane.tsx'
import css from './hooks.module.css'

type Made = { id: string; secret: string | null }
type WebhooksTabProps = { onAdd: () => void; onSecret: (made: Made) => void }

/** The webhooks, the deliveries of the chosen one, and a delivery; on a phone, one of the three. */
export function WebhooksTab({ onAdd, onSecret }: WebhooksTabProps) {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const read = useCall(webhookCalls.list, {})
  const delivery = query.get('delivery')
  return (
    <Reading
      read={read}
      name="推送"
      height={480}
      empty={
        <Empty
          title="还没有推送"
          text="工单、两票、审批有变化时，告诉别的系统或企微、钉钉、飞书群"
          action={
            <Button icon={Plus} onClick={onAdd}>
              新建推送
            </Button>
          }
        />
      }
    >
      {(hooks) => {
        const asked = hooks.find(({ id }) => id === query.get('hook'))
        const hook = asked ?? (phone ? undefined : hooks[0])
        const isList = !phone || !hook
        return (
          <div className={css.panes} data-detail={delivery ? '' : undefined}>
            {isList && (
              <HookList
                hooks={hooks}
                chosen={hook}
                onChoose={(id) => change({ hook: id, delivery: null, only: null }, { push: phone })}
              />
            )}
            {hook && !(phone && delivery) && <HookPane key={hook.id} hook={hook} onSecret={onSecret} />}
            {hook && delivery && <DeliveryPane key={delivery} hook={hook} deliveryNo={delivery} />}
          </div>
        )
      }}
    </Reading>
  )
}

type HookListProps = {
  hooks: readonly Webhook[]
  chosen: Webhook | undefined
  onChoose: (id: string) => void
}

function HookList({ hooks, chosen, onChoose }: HookListProps) {
  const { show, shown } = useOverlays({
    sync: (dialog) => (
      <SendDialog
        {...dialog}
        call={webhookCalls.syncAll}
        input={{}}
        verb="同步"
        title="同步组织与人员？"
        text="把部门和人员（不含电话等个人号码）推送给订阅了“组织人员同步”的推送。一分钟内重复点不会再次推送。"
        said={({ deliveries }) =>
          deliveries > 0 ? ['同步已开始', `共 ${deliveries} 条推送`] : ['没有推送订阅组织人员同步']
        }
      />
    ),
  })
  return (
    <div className={css.list}>
      <ul aria-label="推送">
        {hooks.map((hook) => {
          const rate = rateOf(hook)
          return (
            <li key={hook.id}>
              <button
                type="button"
                className={css.hook}
                aria-current={hook.id === chosen?.id || undefined}
                onClick={() => onChoose(hook.id)}
              >
                <span className={css.hookHead}>
                  <b>{hook.name}</b>
                  <span className="tag ln">{webhookKinds[hook.kind]}</span>
                  <span className={hook.enabled && rate ? (hook.failed > 0 ? css.bad : css.good) : 't3'}>
                    {hook.enabled ? (rate ?? '--') : '停用'}
                  </span>
                </span>
                <span className={css.ell}>{hook.address}</span>
                <span className={css.ell}>{eventWords(hook)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className={css.listFoot}>
        <Button icon={RefreshCw} onClick={() => show('sync')}>
          同步组织人员
        </Button>
        <div className={css.note}>
          <b>
            <ShieldCheck className="i s" aria-hidden />
            不许推向内网
          </b>
          <span>10/8、172.16/12、192.168/16、回环与元数据地址一律拒绝，每次发送前重新解析并检查。</span>
        </div>
      </div>
      {shown}
    </div>
  )
}
