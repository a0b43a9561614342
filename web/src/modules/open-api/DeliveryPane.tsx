import { mostAttempts, webhookCalls, type Webhook } from '@heliodesk/contract/webhooks.ts'
import { Copy, Info, RotateCw, X } from 'lucide-react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { copyText } from '../../lib/clipboard.ts'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { curlOf, durationOf, outcomeOf } from './hook-words.ts'
import css from './hooks.module.css'

type Delivery = Received<typeof webhookCalls.delivery>

/** A delivery: what was sent and what came back, each attempt, and what can be done about it. */
export function DeliveryPane({ hook, deliveryNo }: { hook: Webhook; deliveryNo: string }) {
  const { leave } = useUrlQuery()
  const read = useCall(webhookCalls.delivery, { deliveryNo })
  return (
    <aside className={css.detail} aria-label="推送记录详情">
      <span className={css.close}>
        <IconButton icon={X} label="关闭" onClick={() => leave(['delivery'])} />
      </span>
      <Reading read={read} name="推送记录" height={320}>
        {(delivery) => <Shown delivery={delivery} hook={hook} />}
      </Reading>
    </aside>
  )
}

function Shown({ delivery, hook }: { delivery: Delivery; hook: Webhook }) {
  const { deliveryNo, event, state, body, trials, since, fault } = delivery
  const [last] = trials
  const resend = useSaving(webhookCalls.resend, {
    said: () => ['已重新发送', '投递编号不变，接收方不会重复处理'],
  })
  const copy = async () => {
    if (last && (await copyText(curlOf(last.request, hook.address))))
      notify({ kind: 'success', title: '已复制', text: '不含签名，地址中的密钥已隐去' })
    else notify({ kind: 'warning', title: '复制失败', text: '请选中文字后手动复制' })
  }
  return (
    <>
      <header>
        <h2>{event}</h2>
        <span className={`tag ${{ delivered: 'ok', failed: 'err', waiting: 'undo', dropped: 'ln' }[state]}`}>
          {outcomeOf(delivery)}
        </span>
        {last && (
          <span className="t3 s12">
            第 {last.number} 次，{last.time.slice(11)}
          </span>
        )}
      </header>
      <div className={css.detailBody}>
        {fault && <p className="alert err">{fault}</p>}
        <h3>发出去的</h3>
        <pre>{pretty(last?.request || body || '还没有发送')}</pre>
        <h3>收到的</h3>
        <pre>{last?.response || (last ? '没有收到回答' : '还没有发送')}</pre>
        {trials.length > 1 && (
          <>
            <h3>各次尝试</h3>
            <ol className={css.trials}>
              {trials.map((trial) => (
                <li key={trial.number}>
                  <span>{trial.time.slice(5)}</span>
                  <span>{trial.fault ?? trial.status}</span>
                  <span className="mla">{durationOf(trial.ms)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
        {since && (
          <p className="alert proc">
            <Info className="i" aria-hidden />
            <span>
              {since.recoveredAt
                ? `${since.recoveredAt.slice(11, 16)} 起对方已恢复，其后送达 ${since.delivered} 条，失败 ${since.failed} 条。`
                : '此后还没有送达的推送，对方可能仍未恢复。'}
            </span>
          </p>
        )}
        {state === 'waiting' && (
          <p className="t3 s12">
            已试 {delivery.attempts} / {mostAttempts} 次，到时间会自动再试
          </p>
        )}
        <p className="t3 s12">投递编号 {deliveryNo}</p>
      </div>
      <CommandAlert error={resend.error} />
      <footer>
        <Button icon={Copy} refusal={last?.request ? null : '还没有发送过'} onClick={() => void copy()}>
          复制 curl
        </Button>
        <Button
          icon={RotateCw}
          busy={resend.busy}
          refusal={
            state === 'waiting' ? '正在等待发送，不用重发' : hook.enabled ? null : '推送已停用，请先启用'
          }
          onClick={() => resend.send({ deliveryNo })}
        >
          重发这一条
        </Button>
      </footer>
    </>
  )
}

/** The body of what was sent in lines, where it is JSON. */
function pretty(sent: string): string {
  const [head = '', body] = sent.includes('\n\n') ? sent.split(/\n\n([\s\S]*)/) : ['', sent]
  try {
    return [head, JSON.stringify(JSON.parse(body ?? ''), null, 2)].filter(Boolean).join('\n\n')
  } catch {
    return sent
  }
}
