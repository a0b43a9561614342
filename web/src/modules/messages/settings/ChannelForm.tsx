import { messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { messageChannels } from '@heliodesk/contract/message-kinds.ts'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { SwitchField } from '../../../kit/fields/SwitchField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import type { CompanyChannel } from './own.ts'

const ways = { tls: 'TLS', starttls: 'STARTTLS', none: '不加密' } as const

const hints: Partial<Record<CompanyChannel['channel'], string>> = {
  sms: '用运营方配置的短信网关',
  push: '启用后，同事可在各自的浏览器中开启',
}

/** One way of the company: whether there is one, and how it is reached. */
export function ChannelForm({ channel: way, ...overlay }: OverlayProps & { channel: CompanyChannel }) {
  const { channel, enabled, host, port, tls, user, sender, version, address, hasSecret, lostSecret } = way
  const form = useForm(calls.saveCompany.input, { channel, enabled, host, port, tls, user, sender, version })
  const { field, values, set } = form
  const saving = useSaving(calls.saveCompany, {
    form,
    faults: { 'message.robot': ['address'], 'message.mail': ['host'], 'webhook.failed': ['address'] },
    said: () => ['通道已保存', messageChannels[channel]],
    onClose: overlay.onClose,
  })
  const isRobot = ['wecom', 'dingtalk', 'feishu'].includes(channel)
  return (
    <FieldsDrawer
      {...overlay}
      title={messageChannels[channel]}
      verb="保存"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      {lostSecret && (
        <p className="alert err" role="alert">
          {channel === 'push'
            ? '服务器的加密密钥已更换，浏览器通知的密钥无法读取：保存后生成新的密钥，同事须在各自的浏览器中重新开启。'
            : '服务器的加密密钥已更换，原来填写的密钥无法读取：请重新填写。在此之前不会发送。'}
        </p>
      )}
      <SwitchField {...field('enabled')} label="启用" hint={hints[channel]} />
      {isRobot && (
        <>
          <TextField
            {...field('address')}
            code
            label="机器人地址"
            placeholder={address === '' ? 'https://…' : `${address}（不改则留空）`}
            hint="群里的自定义机器人；只允许公网的 https 地址"
          />
          {channel !== 'wecom' && (
            <TextField
              {...field('password')}
              code
              label="加签密钥"
              placeholder={hasSecret && !lostSecret ? '不改则留空' : '未开启加签则不填'}
            />
          )}
        </>
      )}
      {channel === 'mail' && (
        <>
          <TextField {...field('host')} code label="服务器" placeholder="如 smtp.example.com" />
          <NumberField
            {...field('port')}
            label="端口"
            min={1}
            max={65_535}
            precision={0}
            value={values.port ?? 465}
            onChange={(value) => set('port', value ?? 465)}
          />
          <SelectField {...field('tls')} label="加密" choices={ways} />
          <TextField {...field('user')} code label="用户名" />
          <TextField
            {...field('password')}
            code
            label="密码"
            placeholder={hasSecret && !lostSecret ? '不改则留空' : ''}
          />
          <TextField {...field('sender')} code label="发件人" placeholder="如 helio@example.com" />
        </>
      )}
    </FieldsDrawer>
  )
}
