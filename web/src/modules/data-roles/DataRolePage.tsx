import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Eye, Plus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SideList, type SideEntry } from '../../kit/side-list/SideList.tsx'
import { useSideChoice, type SideChoice } from '../../kit/side-list/use-side-choice.ts'
import { Empty } from '../../kit/States.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { MOST, type DataRole } from './data-role.ts'
import { RuleEditor } from './RuleEditor.tsx'
import css from './data-roles.module.css'

/** The address of a data role that is still being written; no code may begin with this sign. */
const NEW = '+'

/** 数据角色: what of their data scope people see, beside the one that is edited. */
export function DataRolePage() {
  const choice = useSideChoice('dataRole')
  const roles = useCall(dataRoleCalls.list, { pageSize: MOST })
  const seesWho = useCan('role:manage')
  const all = roles.data?.records
  return (
    <div className="list-page">
      {!choice.isAlone && (
        <PageHead
          title="数据角色"
          facts={
            all &&
            `${formatNumber(all.length)} 个，${formatNumber(all.filter(({ enabled }) => enabled).length)} 个启用；对列表、详情、计数、树、搜索和导出同样生效`
          }
          actions={
            seesWho && (
              <a className="btn" href={paths.roles.href({ view: 'sees' })}>
                <Eye className="i" aria-hidden />
                谁能看到什么
              </a>
            )
          }
          main={
            <Button kind="pri" icon={Plus} onClick={() => choice.choose(NEW)}>
              新建数据角色
            </Button>
          }
        />
      )}
      <Reading read={roles} name="数据角色" height={320}>
        {({ records }) => <Panes all={records} choice={choice} />}
      </Reading>
    </div>
  )
}

function Panes({ all, choice }: { all: readonly DataRole[]; choice: SideChoice }) {
  const { code, phone } = choice
  const isNew = code === NEW
  const chosen = isNew
    ? undefined
    : code === null
      ? phone
        ? undefined
        : all[0]
      : all.find((role) => role.code === code)
  return (
    <div className={css.panes}>
      {!choice.isAlone && (
        <SideList
          name="数据角色"
          items={all}
          entryOf={entryOf}
          chosen={chosen ?? null}
          hrefOf={(role) => choice.hrefOf(role.code)}
          onChoose={(role) => choice.choose(role.code)}
          empty={
            <Empty
              title="还没有数据角色"
              text="人员看到本部门及下级的全部电站和工单；数据角色可以再缩小范围，或隐藏电话和金额"
              action={<Button onClick={() => choice.choose(NEW)}>新建数据角色</Button>}
            />
          }
        />
      )}
      {isNew && <RuleEditor key={NEW} role={null} choice={choice} />}
      {chosen && <Chosen key={chosen.id} id={chosen.id} choice={choice} />}
      {!isNew && !chosen && code !== null && (
        <Empty
          title={`没有编码为“${code}”的数据角色`}
          text="可能已被删除，或编码已修改"
          action={<Button onClick={() => choice.choose(null)}>查看其他数据角色</Button>}
        />
      )}
    </div>
  )
}

/** A data role is read by itself: the list beside it may be older. */
function Chosen({ id, choice }: { id: string; choice: SideChoice }) {
  const read = useCall(dataRoleCalls.detail, { id })
  return (
    <Reading read={read} name="数据角色" height={320}>
      {(role) => <RuleEditor role={role} choice={choice} />}
    </Reading>
  )
}

const entryOf = ({ code, name, enabled, userCount }: DataRole): SideEntry => ({
  code,
  name,
  ...(!enabled && { tag: '停用' }),
  fact: `${formatNumber(userCount)} 人`,
})
