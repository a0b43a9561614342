import type { InquiryKind, InquiryState } from '@heliodesk/contract/inquiries.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'
import type { RoleCode } from '../../menu.ts'
import { DAY, earlierAtWork, laterAtWork } from './calendar.ts'

/** The sender; the administrator always answers for the office here. */
type Written = {
  from: RoleCode
  daysAgo: number
  kind?: InquiryKind
  title?: string
  content: string
  state: InquiryState
  /** Messages in turn, the office first, each this many working minutes after the previous one. */
  replies?: readonly (readonly [minutes: number, content: string])[]
  /** The sender has not seen the last answer yet. */
  unread?: boolean
}

const written: Written[] = [
  {
    from: 'r10030',
    daysAgo: 26,
    kind: 'data',
    content: '三期 2 号逆变器在电站档案里的额定功率是 110 kW，铭牌是 125 kW，麻烦核对。',
    state: 'closed',
    replies: [
      [190, '已核对铭牌照片，按 125 kW 更正，请确认。'],
      [35, '看到了，没有问题，谢谢。'],
    ],
  },
  {
    from: 'r10020',
    daysAgo: 12,
    kind: 'suggestion',
    content: '希望任务中心能记住上次的筛选条件，每天早会前都要重新选一遍电站和状态。',
    state: 'answered',
    replies: [[460, '筛选条件会写在地址里，收藏带条件的页面即可一键打开；记住上次条件已排入后续计划。']],
    unread: true,
  },
  {
    from: 'r10030',
    daysAgo: 4,
    kind: 'usage',
    content: '在现场用手机提交验收时提示“网络连接失败”，换到办公室后正常。断网时填的内容会不会丢？',
    state: 'processing',
  },
  {
    from: 'r10025',
    daysAgo: 1,
    kind: 'suggestion',
    content: '夜间值班时列表的深色主题很好用，建议首页的数字也能放大一档，离屏幕远时看得清。',
    state: 'waiting',
  },
  {
    from: 'r10040',
    daysAgo: 0,
    kind: 'other',
    content: '新入职的安全员账号还没有开通，请问由谁来办理？',
    state: 'waiting',
  },
  {
    from: 'r10030',
    daysAgo: 18,
    title: '关于夏季高温时段户外作业的建议',
    content:
      '连续几天午后组件表面温度超过 60 ℃，建议把清洗和除草集中安排在早晚，中午只留应急处理，既安全，效率也不会低。',
    state: 'answered',
    replies: [[900, '建议很好，已请安全部修订高温作业安排，本周起各中心按早晚两段派工。谢谢你替大家想到。']],
  },
  {
    from: 'r10020',
    daysAgo: 3,
    title: '备件到货周期偏长',
    content: '近两个月熔断器和风扇从申请到到货平均 11 天，几次停机都在等件。希望能在区域设一个周转库。',
    state: 'waiting',
  },
]

type Someone = { role: RoleCode; id: string }

/** Some feedback and letters with their answers; the same at every start except for the dates. */
export async function createInquiries(db: Db, people: readonly Someone[], now: number): Promise<void> {
  const idOf = (role: RoleCode) => people.find((person) => person.role === role)?.id
  const office = idOf('admin')
  if (!office) return
  for (const [index, each] of written.entries()) {
    const sender = idOf(each.from)
    // Staggers the times.
    const start = earlierAtWork(now - each.daysAgo * DAY, 40 + index * 53)
    if (sender) await createInquiry(db, each, { sender, office, start, now })
  }
}

type Sides = { sender: string; office: string; start: number; now: number }

async function createInquiry(db: Db, each: Written, { sender, office, start, now }: Sides) {
  const { kind = null, title = null, content, state, replies = [], unread = false } = each
  let at = start
  const messages = replies.map(([minutes, text], index) => {
    at = Math.min(laterAtWork(at, minutes), now)
    const fromOffice = index % 2 === 0
    return {
      author_id: fromOffice ? office : sender,
      from_office: fromOffice,
      content: text,
      created_at: new Date(at),
    }
  })
  const wordVersion = (fromOffice: boolean) => {
    const last = messages.findLastIndex((message) => message.from_office === fromOffice)
    return last === -1 ? (fromOffice ? 0 : 1) : last + 2
  }
  const version = 1 + messages.length + (state === 'closed' || state === 'processing' ? 1 : 0)
  const { id } = await db
    .insertInto('inquiry')
    .values({
      box: title === null ? 'feedback' : 'mail',
      kind,
      title,
      content,
      sender_id: sender,
      state,
      created_at: new Date(start),
      updated_at: new Date(at),
      version,
      sent_version: wordVersion(false),
      answered_version: wordVersion(true),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    db,
    'inquiry_message',
    messages.map((message) => ({ ...message, inquiry_id: id })),
  )
  await insertRows(db, 'inquiry_read', [
    ...(state === 'waiting' ? [] : [{ inquiry_id: id, user_id: office, version }]),
    ...(unread ? [] : [{ inquiry_id: id, user_id: sender, version }]),
  ])
}
