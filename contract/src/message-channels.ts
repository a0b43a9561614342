import { z } from 'zod'
import { callsOf } from './call.ts'
import { flag, id, keyOf, named, nothing, requiredText, text } from './fields.ts'
import { messageChannels, messageGroups, type MessageChannel, type MessageGroup } from './message-kinds.ts'

const { command, query } = callsOf('message')

/** When something is sent. */
export const messageTimes = { now: '立即', hourly: '每小时汇总', morning: '08:00 汇总' } as const
export type MessageTime = keyof typeof messageTimes

const channel = keyOf(messageChannels)
const group = keyOf(messageGroups)

/** What is chosen for a group of messages. */
const choice = z.object({
  group,
  channels: named('通道', z.array(channel).max(6, '通道过多')),
  when: named('何时', keyOf(messageTimes)),
})
export type MessageChoice = z.output<typeof choice>

/** What everybody starts with. */
const usualChannels: readonly MessageChannel[] = ['wecom', 'dingtalk', 'feishu', 'push']

export const usualChoices: readonly MessageChoice[] = (Object.keys(messageGroups) as MessageGroup[]).map(
  (each) => ({
    group: each,
    channels: [...usualChannels],
    when: each === 'inspection' ? 'morning' : 'now',
  }),
)

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm')

const own = z.object({
  choices: named('选择', z.array(choice).max(20, '选择过多')),
  /** Both or neither: meanwhile nothing is sent but what is urgent. */
  quietFrom: named('免打扰从', clock.nullable()),
  quietUntil: named('免打扰到', clock.nullable()),
})

const quiet = {
  path: ['quietUntil'],
  message: '免打扰的起止时间应同时填写，且不能相同',
}
const isQuietWhole = ({ quietFrom, quietUntil }: z.output<typeof own>) =>
  (quietFrom === null) === (quietUntil === null) && (quietFrom === null || quietFrom !== quietUntil)

/** Why a way is not there for the caller. */
const way = z.object({
  channel,
  /** '' if it is. */
  missing: z.string(),
  /** The phone or the address, masked; whether the last attempt failed. */
  address: z.string(),
  fault: z.string(),
})

const rule = z.object({
  group,
  /** Those that nobody turns off. */
  locked: named('锁定的通道', z.array(channel).max(6, '通道过多')),
  /** Whom it is told to when nobody has read it in time. */
  escalateMinutes: named(
    '未读升级（分钟）',
    z.int().min(5, '至少 5 分钟').max(10_080, '最多 7 天').nullable(),
  ),
  roleId: named('升级到的角色', id.nullable()),
})
export type MessageRule = z.output<typeof rule>

/** The mail server of a company, or a group's robot. */
const address = named('地址', text(500))
const companyChannel = z.object({
  channel,
  enabled: named('启用', z.boolean()),
  host: named('服务器', text(200)),
  port: named('端口', z.int().min(1, '端口为 1 到 65535').max(65_535, '端口为 1 到 65535')),
  tls: named('加密', z.enum(['tls', 'starttls', 'none'])),
  user: named('用户名', text(200)),
  sender: named('发件人', text(200)),
  /** Of a robot, without what is secret in it. */
  address: z.string(),
  hasSecret: z.boolean(),
  /** It has to be entered anew: the server's key is another one now. */
  lostSecret: z.boolean(),
  version: z.int(),
})

export const messageChannelCalls = {
  /** What the caller chose, what the company rules, and which ways there are. */
  own: query({
    title: '消息接收设置',
    path: '/mc/msg/setting/detail',
    access: 'signedIn',
    input: nothing,
    output: z.object({
      ...own.shape,
      version: z.int(),
      rules: z.array(rule.extend({ roleName: z.string() })),
      ways: z.array(way),
      /** Who stands in for the caller now or later. */
      deputies: z.array(z.object({ name: z.string(), from: z.string(), until: z.string() })),
      mail: z.object({ address: z.string(), isConfirmed: z.boolean() }),
      pushKey: z.string(),
    }),
  }),
  saveOwn: command({
    title: '保存消息接收设置',
    path: '/mc/msg/setting/save',
    access: 'signedIn',
    input: own.extend({ version: named('版本', z.int()) }).refine(isQuietWhole, quiet),
    output: nothing,
  }),
  /** How many the last seven days would have brought with a setting. */
  preview: query({
    title: '消息接收试算',
    path: '/mc/msg/setting/preview',
    access: 'signedIn',
    input: own.refine(isQuietWhole, quiet),
    output: z.object({
      inApp: z.int(),
      channels: z.array(z.object({ channel, count: z.int() })),
      /** Of them, sent in the quiet time. */
      night: z.int(),
    }),
  }),
  /** Sends the caller a message on every way that there is. */
  testOwn: command({
    title: '发一条试试',
    path: '/mc/msg/setting/test',
    access: 'signedIn',
    input: nothing,
    output: z.object({ count: z.int() }),
  }),
  /** Mails a code to an address, which counts once the code came back. */
  askMail: command({
    title: '填写邮箱',
    path: '/mc/msg/mail/ask',
    access: 'signedIn',
    input: z.object({ mail: named('邮箱', z.email('请输入正确的邮箱').max(200, '最多允许输入200个字符')) }),
    output: nothing,
  }),
  confirmMail: command({
    title: '确认邮箱',
    path: '/mc/msg/mail/confirm',
    access: 'signedIn',
    sessionOnly: true,
    input: z.object({ code: named('验证码', z.string().regex(/^\d{6}$/, '验证码为 6 位数字')) }),
    output: nothing,
  }),
  addPush: command({
    title: '在此浏览器接收消息',
    path: '/mc/msg/push/add',
    access: 'signedIn',
    input: z.object({
      endpoint: named(
        '地址',
        z.url({ protocol: /^https$/, error: '不是有效的推送地址' }).max(1000, '地址过长'),
      ),
      p256dh: named('公钥', requiredText(200)),
      auth: named('口令', requiredText(100)),
    }),
    output: nothing,
  }),
  removePush: command({
    title: '不在此浏览器接收消息',
    path: '/mc/msg/push/remove',
    access: 'signedIn',
    input: z.object({ endpoint: named('地址', requiredText(1000)) }),
    output: nothing,
  }),
  company: query({
    title: '公司消息通道',
    path: '/mc/msg/company/detail',
    access: { perm: 'setting:system' },
    input: nothing,
    output: z.array(companyChannel),
  }),
  saveCompany: command({
    title: '保存公司消息通道',
    path: '/mc/msg/company/save',
    access: { perm: 'setting:system' },
    input: companyChannel.omit({ hasSecret: true, lostSecret: true, address: true }).extend({
      /** Of a robot; without one, it stays. */
      address: address.optional(),
      /** The mail server's password, or the robot's key; without one, it stays. */
      password: named('密码', text(500).optional()),
    }),
    output: nothing,
  }),
  testCompany: command({
    title: '测试公司消息通道',
    path: '/mc/msg/company/test',
    access: { perm: 'setting:system' },
    input: z.object({ channel: named('通道', channel) }),
    /** What went wrong; '' if nothing did. */
    output: z.object({ fault: z.string() }),
  }),
  saveRules: command({
    title: '保存公司消息规定',
    path: '/mc/msg/company/rules',
    access: { perm: 'setting:system' },
    input: z.object({
      rules: named(
        '规定',
        z
          .array(
            rule.refine(({ escalateMinutes, roleId }) => (escalateMinutes === null) === (roleId === null), {
              path: ['roleId'],
              message: '升级的时间和角色应同时填写',
            }),
          )
          .max(20, '规定过多'),
      ),
    }),
    output: nothing,
  }),
}

export const announcementCalls = {
  /** Tells people of a part of the company something. */
  send: command({
    title: '发公告',
    path: '/mc/msg/announcement/send',
    access: { perm: 'message:announce' },
    input: z.object({
      title: named('标题', requiredText(60)),
      content: named('内容', requiredText(2000)),
      depId: named('部门', id.optional()),
      psIds: named('电站', z.array(id).max(100, '最多 100 座电站').default([])),
      roleId: named('角色', id.optional()),
    }),
    output: z.object({ count: z.int() }),
  }),
  /** Whom an own or received announcement reached, and who has not read it. */
  receipts: query({
    title: '公告回执',
    path: '/mc/msg/announcement/receipts',
    access: 'signedIn',
    input: z.object({ id: named('消息', id), unreadOnly: flag('只看未读') }),
    output: z.object({
      title: z.string(),
      content: z.string(),
      scope: z.string(),
      authorName: z.string(),
      time: z.string(),
      read: z.int(),
      total: z.int(),
      /** For its author alone. */
      people: z.array(
        z.object({ name: z.string(), departName: z.string(), readTime: z.string().nullable() }),
      ),
    }),
  }),
  /** The announcements that the caller sent. */
  sent: query({
    title: '我发的公告',
    path: '/mc/msg/announcement/sent',
    access: { perm: 'message:announce' },
    input: nothing,
    output: z.array(
      z.object({
        id,
        title: z.string(),
        scope: z.string(),
        time: z.string(),
        read: z.int(),
        total: z.int(),
      }),
    ),
  }),
}
