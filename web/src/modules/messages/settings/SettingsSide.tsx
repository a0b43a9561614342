import { messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { messageChannels } from '@heliodesk/contract/message-kinds.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Switch } from 'antd'
import { Send } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../../kit/use-settled.ts'
import { notify } from '../../../lib/notices.ts'
import { useCall, useCommand } from '../../../lib/queries.ts'
import type { Draft, Own } from './own.ts'
import { usePush } from './use-push.ts'
import css from './message-settings.module.css'

type SettingsSideProps = {
  own: Own
  draft: Draft
  onQuiet: (from: string | null, until: string | null) => void
  onMail: () => void
}

const NIGHT = ['22:00', '07:00'] as const

/** What the setting would have brought, the quiet time, who stands in, and the ways to the user. */
export function SettingsSide({ own, draft, onQuiet, onMail }: SettingsSideProps) {
  const { quietFrom, quietUntil } = draft
  const test = useCommand(calls.testOwn, {
    onSuccess: ({ count }) =>
      notify({
        kind: 'success',
        title: '已发出一条测试',
        text: count === 0 ? '只在站内，没有可用的其他通道' : `站内和另外 ${count} 个通道，按设置送达`,
      }),
  })
  return (
    <aside className={css.side} aria-label="设置的效果">
      <section>
        <h2>按此设置，过去 7 天</h2>
        <Preview draft={draft} />
      </section>
      <section>
        <h2 className={css.head}>
          免打扰
          <Switch
            aria-label="免打扰"
            checked={quietFrom !== null}
            onChange={(isOn) => (isOn ? onQuiet(...NIGHT) : onQuiet(null, null))}
          />
        </h2>
        {quietFrom !== null && quietUntil !== null && (
          <>
            <div className={css.times}>
              <label>
                从
                <input
                  type="time"
                  value={quietFrom}
                  onChange={({ target }) => target.value && onQuiet(target.value, quietUntil)}
                />
              </label>
              <label>
                到
                <input
                  type="time"
                  value={quietUntil}
                  onChange={({ target }) => target.value && onQuiet(quietFrom, target.value)}
                />
              </label>
            </div>
            <p className="t3 s12">期间的消息 {quietUntil} 合成一条；紧急不受限</p>
          </>
        )}
      </section>
      <section>
        <h2>我不在的时候</h2>
        {own.deputies.length === 0 ? (
          <p className="t3 s13">
            没有代收代办的人，可在
            <a className="link" href={paths.ownFlows.href()}>
              我的流程
            </a>
            委托
          </p>
        ) : (
          own.deputies.map(({ name, from, until }) => (
            <p key={name + from} className={css.deputy}>
              <b>{name} 代收代办</b>
              <span className="t3 s12">
                {formatTime(from)} 至 {formatTime(until)}
              </span>
            </p>
          ))
        )}
      </section>
      <section>
        <h2>通道</h2>
        <Ways own={own} onMail={onMail} />
        <Button size="sm" icon={Send} busy={test.isPending} onClick={() => test.mutate({})}>
          发一条试试
        </Button>
      </section>
    </aside>
  )
}

function Ways({ own, onMail }: Pick<SettingsSideProps, 'onMail' | 'own'>) {
  const push = usePush(own.pushKey)
  return (
    <dl className={css.ways}>
      {own.ways.map(({ channel, missing, address, fault }) => (
        <div key={channel}>
          <dt>{messageChannels[channel]}</dt>
          <dd className={fault ? 'err' : missing === '' ? 'ok' : 't3'}>
            {[address, fault || missing].filter(Boolean).join(' ') || '可用'}
          </dd>
          {channel === 'mail' && missing !== '公司未启用' && (
            <button type="button" className="link" onClick={onMail}>
              {own.mail.address === '' ? '填写' : '更换'}
            </button>
          )}
          {channel === 'push' && own.pushKey !== '' && push && (
            <button type="button" className="link" onClick={push.turn}>
              {push.isOn ? '在此关闭' : '在此开启'}
            </button>
          )}
        </div>
      ))}
    </dl>
  )
}

function Preview({ draft }: { draft: Draft }) {
  // As text, because equal drafts are other objects.
  const settled = useSettled(JSON.stringify(draft), ASKING_DEBOUNCE_MS)
  const preview = useCall(calls.preview, JSON.parse(settled) as Draft)
  return (
    <Reading read={preview} name="试算" height={80} keepsOld>
      {({ inApp, channels, night }) => {
        const bars = [
          { title: '站内', count: inApp },
          ...channels.map(({ channel, count }) => ({ title: messageChannels[channel], count })),
        ]
        return (
          <>
            <dl className={css.bars}>
              {bars.map(({ title, count }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    <i style={{ width: `${inApp === 0 ? 0 : Math.min(100, (count / inApp) * 100)}%` }} />
                  </dd>
                  <dd>{formatNumber(count)}</dd>
                </div>
              ))}
            </dl>
            {draft.quietFrom !== null && <p className="t3 s12">夜间只剩紧急消息 {night} 次</p>}
          </>
        )
      }}
    </Reading>
  )
}
