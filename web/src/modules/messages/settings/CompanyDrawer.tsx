import { messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { messageChannels } from '@heliodesk/contract/message-kinds.ts'
import { Pencil, Send } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { PanelDrawer } from '../../../kit/PanelDrawer.tsx'
import { OnOff } from '../../../kit/OnOff.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useOverlays, type OverlayProps } from '../../../kit/use-overlays.tsx'
import { notify } from '../../../lib/notices.ts'
import { useCall, useCommand } from '../../../lib/queries.ts'
import { ChannelForm } from './ChannelForm.tsx'
import { RulesForm } from './RulesForm.tsx'
import type { CompanyChannel, Own } from './own.ts'
import css from './message-settings.module.css'

/** The company's ways, and what nobody turns off. */
export function CompanyDrawer({ own, ...overlay }: OverlayProps & { own: Own }) {
  const company = useCall(calls.company, {}, { enabled: overlay.open })
  const test = useCommand(calls.testCompany, {
    onSuccess: ({ fault }, { channel }) =>
      notify(
        fault === ''
          ? { kind: 'success', title: '测试成功', text: messageChannels[channel] }
          : { kind: 'error', title: '测试没有成功', text: fault },
      ),
  })
  const { show, shown } = useOverlays({
    channel: (each, channel: CompanyChannel) => <ChannelForm {...each} channel={channel} />,
    rules: (each) => <RulesForm {...each} rules={own.rules} />,
  })
  if (!overlay.open) return null
  return (
    <PanelDrawer title="公司消息通道" size={560} maxWidth="100vw" onClose={overlay.onClose}>
      <div className={css.company}>
        <Reading read={company} name="通道" height={200}>
          {(ways) => (
            <ul>
              {ways.map((way) => (
                <li key={way.channel} className="touch-row">
                  <b>{messageChannels[way.channel]}</b>
                  <OnOff on={way.enabled} text={way.enabled ? '启用' : '未启用'} />
                  <span className="t3 s12 ell grow">{way.host || way.address}</span>
                  <Button size="sm" icon={Pencil} onClick={() => show('channel', way)}>
                    设置
                  </Button>
                  {way.enabled && way.channel !== 'sms' && way.channel !== 'push' && (
                    <Button
                      size="sm"
                      icon={Send}
                      busy={test.isPending}
                      onClick={() => test.mutate({ channel: way.channel })}
                    >
                      测试
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Reading>
        <Button onClick={() => show('rules')}>锁定与升级</Button>
      </div>
      {shown}
    </PanelDrawer>
  )
}
