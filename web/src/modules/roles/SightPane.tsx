import { insightCalls } from '@heliodesk/contract/insight.ts'
import { Columns2, Eye } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { Figures } from '../../kit/Figures.tsx'
import { formatNumber } from '../../kit/format.ts'
import { lazily } from '../../kit/lazily.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import type { Sight } from './access-words.ts'
import { PersonChoice } from './ask-choices.tsx'
import { SightMatrix } from './SightMatrix.tsx'
import { UnseenFields, SightPlaces } from './SightPlaces.tsx'
import '../../kit/strip.css'
import css from './sight.module.css'

const SightCompare = lazily(async () => (await import('./SightCompare.tsx')).SightCompare)
const SightPreview = lazily(async () => (await import('./SightPreview.tsx')).SightPreview)

/** 此人能看到什么: menus, buttons, stations and columns of a person, and where each comes from. */
export function SightPane() {
  const { query, change } = useUrlQuery()
  const personId = query.get('user') ?? ''
  const read = useCall(insightCalls.sight, { personId }, { enabled: personId !== '' })
  const known = personId !== '' && read.data && !read.isPlaceholderData ? read.data : null
  const { show, shown } = useOverlays({
    compare: (overlay, sight: Sight) => <SightCompare {...overlay} sight={sight} />,
    preview: (overlay, sight: Sight) => <SightPreview {...overlay} sight={sight} />,
  })
  return (
    <div className={css.pane}>
      <div className={css.tools}>
        <PersonChoice
          value={personId}
          name={known?.person.realname}
          label={personId === '' ? '看谁' : '换一个人'}
          onChange={(id) => change({ user: id, askPerson: null })}
        />
        {known && (
          <span className="row">
            <Button icon={Columns2} onClick={() => show('compare', known)}>
              与另一人比较
            </Button>
            <Button icon={Eye} onClick={() => show('preview', known)}>
              以其视角预览
            </Button>
          </span>
        )}
      </div>
      {personId === '' ? (
        <Empty title="请选择人员" text="选择后列出其菜单、按钮、电站和隐藏的列，以及各自从哪里来" />
      ) : (
        <Reading read={read} name="此人能看到什么" height={420} keepsOld>
          {(sight) => <Picture sight={sight} />}
        </Reading>
      )}
      {shown}
    </div>
  )
}

function Picture({ sight }: { sight: Sight }) {
  const { person, counts, columns } = sight
  return (
    <>
      <PersonHead sight={sight} />
      <Figures
        className={css.figures}
        figures={[
          { title: '电站', value: formatNumber(counts.stations), unit: '座', note: stationNote(sight) },
          {
            title: '菜单',
            value: formatNumber(counts.pages),
            unit: '项',
            note: `共 ${formatNumber(counts.allPages)}`,
          },
          {
            title: '按钮',
            value: formatNumber(counts.buttons),
            unit: '个',
            note: `审批类 ${counts.approvals}`,
          },
          {
            title: '工单',
            value: counts.orders === null ? '--' : formatNumber(counts.orders),
            unit: '张',
            note:
              counts.ownOrders === null
                ? '您没有查看工单的权限'
                : `本人经手 ${formatNumber(counts.ownOrders)}`,
          },
          {
            title: '人员',
            value: formatNumber(counts.people),
            unit: '人',
            note: canManagePeople(sight) ? '可管理本部门及下级' : '没有用户管理权限',
          },
          {
            title: '隐藏的列',
            value: formatNumber(columns.length),
            unit: '列',
            note: columns.length > 0 ? `${person.dataRoles.length} 个数据角色` : '没有隐藏',
          },
        ]}
      />
      <div className={css.panels}>
        <SightMatrix sight={sight} />
        <div className={css.side}>
          <SightPlaces sight={sight} />
          <UnseenFields sight={sight} />
        </div>
      </div>
    </>
  )
}

const canManagePeople = ({ pages }: Sight) =>
  pages.some(({ buttons }) => buttons.some(({ code }) => code === 'user:manage'))

function stationNote({ person, counts }: Sight): string {
  const from =
    person.hasAllData === '1'
      ? '全部数据'
      : [
          `本部门 ${formatNumber(counts.ofDepartment)}`,
          counts.ofProjects > 0 && `关联项目 ${formatNumber(counts.ofProjects)}`,
        ]
          .filter(Boolean)
          .join(' + ')
  return counts.cut > 0 ? `${from}，数据角色隐藏 ${formatNumber(counts.cut)}` : from
}

function PersonHead({ sight: { person, time } }: { sight: Sight }) {
  const { realname, username, depName, jobNo, phone, status, isNew } = person
  return (
    <div className={css.person}>
      <h2>{realname}</h2>
      <span className="t2 s13">
        {[username, depName, jobNo && `工号 ${jobNo}`, phone].filter(Boolean).join(' · ')}
      </span>
      {person.roles.map(({ id, roleName, roleCode }) => (
        <span key={id} className="tag">
          {roleName} {roleCode}
        </span>
      ))}
      {person.dataRoles.map(({ id, name, through }) => (
        <span
          key={id}
          className="tag"
          title={through.length > 0 ? `由角色 ${through.join('、')} 带来` : '直接给本人'}
        >
          数据角色 {name}
        </span>
      ))}
      {person.projects.length > 0 && <span className="tag">关联项目 {person.projects.length}</span>}
      {person.delegations.map(({ from, endTime, reason }) => (
        <span key={`${from}${endTime}`} className={`tag ${css.temporary}`} title={reason}>
          代{from}办理至 {endTime.slice(5, 10)}
        </span>
      ))}
      {status === '2' && <span className={`tag ${css.stopped}`}>已冻结，不能登录</span>}
      {isNew && <span className={`tag ${css.stopped}`}>未改初始密码，改后才生效</span>}
      <span className="t3 s12 mla">{time.slice(11, 16)} 按此刻计算</span>
    </div>
  )
}
