import {
  oldSecretHours,
  webhookCalls,
  type Webhook,
  type WebhookDelivery,
} from '@heliodesk/contract/webhooks.ts'
import { ChevronLeft, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { Switch } from 'antd'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { formatMinute } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import { durationOf, outcomeOf, scopeWords } from './hook-words.ts'
import { HookForm } from './HookForm.tsx'
import css from './hooks.module.css'

type HookPaneProps = { hook: Webhook; onSecret: (made: { id: string; secret: string | null }) => void }

/** A webhook: what it is told, how the last day went, and its deliveries. */
export function HookPane({ hook, onSecret }: HookPaneProps) {
  const { leave, change, query } = useUrlQuery()
  const phone = usePhone()
  const { id, version, enabled } = hook
  const test = useSaving(webhookCalls.test, {
    said: () => ['测试已发出', '结果在下面的记录里'],
    onSaved: ({ deliveryNo }) => {
      if (!phone) change({ delivery: deliveryNo })
    },
  })
  const enabling = useSaving(webhookCalls.enable, {
    said: (_answer, input) => [input.enabled ? '推送已启用' : '推送已停用', hook.name],
  })
  const failed = test.error ?? enabling.error
  const { show, shown } = useOverlays({
    edit: (dialog) => <HookForm {...dialog} hook={hook} />,
    secret: (dialog) => (
      <SendDialog
        {...dialog}
        call={webhookCalls.renewSecret}
        input={{ id, version }}
        verb="换密钥"
        title="换一个签名密钥？"
        text={`新密钥只显示一次；旧密钥再签名 ${oldSecretHours} 小时，期间两个签名都发送，接收方有时间更换。`}
        onSaved={onSecret}
      />
    ),
    remove: (dialog) => (
      <RemoveDialog
        {...dialog}
        call={webhookCalls.remove}
        input={{ id, version }}
        title={`删除推送“${hook.name}”？`}
        text="不再推送任何事件，等待中的也不再发送；不能恢复。"
        done={['推送已删除', hook.name]}
        onRemoved={() => change({ hook: null, delivery: null })}
      />
    ),
  })
  return (
    <section className={css.pane} aria-label={hook.name}>
      <div className={css.paneHead}>
        <header>
          {phone && (
            <IconButton icon={ChevronLeft} label="返回列表" onClick={() => leave(['hook', 'only'])} />
          )}
          <h2>{hook.name}</h2>
          <Switch
            checked={enabled}
            loading={enabling.busy}
            aria-label="启用"
            onChange={(next) => enabling.send({ id, version, enabled: next })}
          />
          <span className="t3 s12">
            {enabled ? '启用' : '停用'} · {hook.ownerName} {formatMinute(hook.createTime).slice(0, 10)} 建
          </span>
          <span className={css.acts}>
            <Button size="sm" icon={Send} busy={test.busy} onClick={() => test.send({ id })}>
              发测试
            </Button>
            {hook.kind === 'https' && (
              <Button size="sm" icon={KeyRound} onClick={() => show('secret')}>
                换密钥
              </Button>
            )}
            <Button size="sm" icon={Pencil} onClick={() => show('edit')}>
              编辑
            </Button>
            <IconButton icon={Trash2} label="删除" small onClick={() => show('remove')} />
          </span>
        </header>
        {failed && (
          <p className="alert err" role="alert">
            {failed.message}
          </p>
        )}
        {hook.lostSecret && (
          <p className="alert err" role="alert">
            服务器的加密密钥已更换，地址或密钥无法读取：请编辑并重新填写地址
            {hook.kind === 'https' ? '，再更换密钥' : '和加签密钥'}。在此之前不会推送。
          </p>
        )}
        <Facts hook={hook} />
        <Day
          hook={hook}
          isFailedOnly={query.get('only') === 'failed'}
          onOnly={(only) => change({ only: only ? 'failed' : null })}
        />
      </div>
      <Deliveries hook={hook} />
      {shown}
    </section>
  )
}

function Facts({ hook }: { hook: Webhook }) {
  const signed = {
    https: `HMAC-SHA256，头 X-Helio-Signature${hook.oldSecretUntil ? `，旧密钥留到 ${formatMinute(hook.oldSecretUntil)}` : ''}`,
    wecom: '地址中的 key',
    dingtalk: hook.hasSecret ? '加签 HMAC-SHA256' : '未加签',
    feishu: hook.hasSecret ? '加签 HMAC-SHA256' : '未加签',
  }[hook.kind]
  return (
    <dl className={css.facts}>
      <dt>事件</dt>
      <dd>
        {hook.events.map((event) => (
          <span key={event} className="tag ln">
            {event}
          </span>
        ))}
      </dd>
      <dt>范围</dt>
      <dd>{scopeWords(hook)}</dd>
      <dt>签名</dt>
      <dd>{signed}</dd>
      <dt>重试</dt>
      <dd>8 次，间隔 10 s 起逐次加长，约 2 h 后放弃并标记</dd>
    </dl>
  )
}

type DayProps = { hook: Webhook; isFailedOnly: boolean; onOnly: (only: boolean) => void }

/** The last day in numbers, and hour by hour. */
function Day({ hook, isFailedOnly, onOnly }: DayProps) {
  const { delivered, failed, waiting, hours } = hook
  const most = Math.max(1, ...hours.map((each) => each.delivered + each.failed))
  return (
    <div className={css.day}>
      <span>
        近 24 小时 <b>{delivered + failed}</b> 次，成功 <b>{delivered}</b>，失败{' '}
        <b className={failed > 0 ? css.bad : undefined}>{failed}</b>
        {waiting > 0 && (
          <>
            ，等待 <b>{waiting}</b>
          </>
        )}
      </span>
      <span
        className={css.bars}
        role="img"
        aria-label={`近 24 小时逐时次数，最多一小时 ${most === 1 && delivered + failed === 0 ? 0 : most} 次`}
      >
        {hours.map((each, at) => (
          <i
            // The hours have a fixed order.
            // eslint-disable-next-line react/no-array-index-key
            key={at}
            title={`${each.hour} 时：成功 ${each.delivered}，失败 ${each.failed}`}
            style={{ height: `${Math.max(8, ((each.delivered + each.failed) / most) * 100)}%` }}
          >
            <i style={{ height: `${(each.failed / Math.max(1, each.delivered + each.failed)) * 100}%` }} />
          </i>
        ))}
      </span>
      <Button size="sm" kind="txt" repeatMs={0} onClick={() => onOnly(!isFailedOnly)}>
        {isFailedOnly ? '看全部' : '只看失败'}
      </Button>
    </div>
  )
}

const PAGE = 30

function Deliveries({ hook }: { hook: Webhook }) {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const [pageSize, setSize] = useState(PAGE)
  const isFailedOnly = query.get('only') === 'failed'
  const read = useCall(webhookCalls.deliveries, {
    hookId: hook.id,
    pageSize: Math.min(pageSize, 500),
    ...(isFailedOnly && { state: 'failed' as const }),
  })
  return (
    <div className={css.deliveries}>
      <Reading read={read} name="推送记录" height={320} keepsOld>
        {({ records, total }) =>
          total === 0 ? (
            isFailedOnly ? (
              <NoMatch title="没有失败的推送" onClear={() => change({ only: null })} />
            ) : (
              <Empty title="还没有推送过" text="发一条测试，或等下一次事件发生" />
            )
          ) : (
            <table>
              <thead>
                <tr>
                  <th>时间</th>
                  <th>事件</th>
                  <th>对象</th>
                  <th>状态</th>
                  <th className={css.num}>用时</th>
                  <th className={css.num}>次数</th>
                </tr>
              </thead>
              <tbody>
                {records.map((row) => (
                  <Row
                    key={row.deliveryNo}
                    row={row}
                    chosen={row.deliveryNo === query.get('delivery')}
                    onOpen={() => change({ delivery: row.deliveryNo, hook: hook.id }, { push: phone })}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </Reading>
      <footer className={css.foot}>
        <span className="t3 s12">{read.data && `保留 ${read.data.keptDays} 天`}</span>
        {(read.data?.total ?? 0) > pageSize && pageSize < 500 && (
          <Button size="sm" kind="txt" onClick={() => setSize(pageSize + PAGE)}>
            再显示 {PAGE} 条，共 {read.data?.total} 条
          </Button>
        )}
      </footer>
    </div>
  )
}

type RowProps = { row: WebhookDelivery; chosen: boolean; onOpen: () => void }

function Row({ row, chosen, onOpen }: RowProps) {
  const look = { delivered: css.good, failed: css.bad, waiting: css.slow, dropped: 't3' }[row.state]
  return (
    <tr data-chosen={chosen ? '' : undefined}>
      <td>
        <button type="button" aria-pressed={chosen} onClick={onOpen} title={row.time}>
          {row.time.slice(5, 10)} {row.time.slice(11)}
        </button>
      </td>
      <td>{row.event}</td>
      <td className="t2">{row.objectCode || '--'}</td>
      <td className={look} title={row.fault ?? undefined}>
        {outcomeOf(row)}
      </td>
      <td className={css.num}>{durationOf(row.ms)}</td>
      <td className={css.num}>{row.attempts}</td>
    </tr>
  )
}
