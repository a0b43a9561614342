import { roleCalls } from '@heliodesk/contract/roles.ts'
import { Plus, ScanEye, Shield } from 'lucide-react'
import { ReviewsButton } from '../../domain/grant-reviews/ReviewsButton.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { allRoles, type Role } from './role.ts'
import { RoleCopy } from './RoleCopy.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleForm } from './RoleForm.tsx'
import { RoleList } from './RoleList.tsx'
import { useDrafts } from './use-drafts.ts'
import css from './roles.module.css'
import { lazily } from '../../kit/lazily.tsx'

const ReviewsDrawer = lazily(
  async () => (await import('../../domain/grant-reviews/ReviewsDrawer.tsx')).ReviewsDrawer,
)
const RoleCompare = lazily(async () => (await import('./RoleCompare.tsx')).RoleCompare)
const WhoSeesPage = lazily(async () => (await import('./WhoSeesPage.tsx')).WhoSeesPage)

/** 角色, two of them compared, or who sees what. */
export function RoleListPage() {
  const { query } = useUrlQuery()
  const view = query.get('view')
  return view === 'sees' ? <WhoSeesPage /> : view === 'compare' ? <RoleCompare /> : <Roles />
}

/** 角色: the permissions of each role, and the people that a change affects. */
function Roles() {
  const { query, change, leave } = useUrlQuery()
  const phone = usePhone()
  const list = useCall(roleCalls.list, allRoles)
  const drafts = useDrafts()
  const roles = list.data?.records
  const code = query.get('role')
  const listed = roles?.find(({ roleCode }) => roleCode === code) ?? null
  // A link may name a role that is not in the loaded list.
  const isBeyond = roles !== undefined && code !== null && listed === null
  const beyond = useCall(roleCalls.detail, { roleCode: code ?? '' }, { enabled: isBeyond })
  const asked = listed ?? (isBeyond && beyond.data?.roleCode === code ? beyond.data : null)
  const chosen = code === null && !phone ? (roles?.[0] ?? null) : asked
  const choose = (roleCode: string) => change({ role: roleCode, keyword: null, page: null }, { push: phone })
  const saved = ({ roleCode }: Role) => change({ role: roleCode })
  const removed = ({ id }: Role) => {
    drafts.drop(id)
    if (phone) leave(['role'])
    else change({ role: null })
  }
  const { show, shown } = useOverlays({
    add: (overlay) => <RoleForm {...overlay} onSaved={saved} />,
    edit: (overlay, { id }: Role) => <RoleForm {...overlay} asked={{ id }} onSaved={saved} />,
    copy: (overlay, role: Role) => <RoleCopy {...overlay} role={role} roles={roles ?? []} onSaved={saved} />,
    reviews: (overlay) => <ReviewsDrawer {...overlay} />,
    remove: removing((role: Role) => ({
      call: roleCalls.remove,
      input: { id: role.id },
      title: `删除角色“${role.roleName}”？`,
      text: '只能删除没有用户的角色；删除后不可恢复。',
      done: ['角色已删除', role.roleName],
      onRemoved: () => removed(role),
    })),
  })

  return (
    <div className={css.rolesPage}>
      {!(phone && chosen) && (
        <PageHead
          title="角色"
          facts={roles && `${formatNumber(roles.length)} 个角色`}
          actions={
            <>
              <ReviewsButton onClick={() => show('reviews')} />
              <Button
                icon={ScanEye}
                onClick={() => change({ view: 'sees', role: null, tab: null }, { push: true })}
              >
                谁能看到什么
              </Button>
            </>
          }
          main={
            <Button icon={Plus} onClick={() => show('add')}>
              新建角色
            </Button>
          }
        />
      )}
      <Reading read={list} name="角色" skeleton={<Skeleton />} keepsOld>
        {({ records }) => (
          <div className={css.panes}>
            {!(phone && code) && (
              <RoleList roles={records} chosen={chosen} drafts={drafts} onChoose={choose} />
            )}
            {chosen && (
              <RoleEditor
                key={chosen.id}
                role={chosen}
                drafts={drafts}
                onBack={phone ? () => leave(['role']) : null}
                onEdit={() => show('edit', chosen)}
                onCopy={() => show('copy', chosen)}
                onCompare={() =>
                  change({ view: 'compare', role: chosen.roleCode, tab: null }, { push: true })
                }
                onRemove={() => show('remove', chosen)}
              />
            )}
            {!asked && beyond.error && !beyond.error.isNotFound && (
              <ErrorCard title="角色没有取到" error={beyond.error} onRetry={() => void beyond.refetch()} />
            )}
            {!asked && code !== null && !list.isFetching && beyond.error?.isNotFound && (
              <Empty
                icon={Shield}
                title="没有这个角色"
                text={`编码 ${code} 的角色不存在或已被删除`}
                action={<Button onClick={() => change({ role: null })}>查看全部角色</Button>}
              />
            )}
          </div>
        )}
      </Reading>
      {shown}
    </div>
  )
}

const WIDTHS = [72, 60, 48, 64, 52, 68, 56, 76]

function Skeleton() {
  return (
    <div className={css.panes} role="status" aria-label="正在加载">
      <div className={css.roleList}>
        {WIDTHS.map((width, index) => (
          <div key={width} className={css.roleRow} style={{ opacity: 1 - index / 9 }}>
            <span className="grow">
              <i className="sk" style={{ width, marginBottom: 8 }} />
              <i className="sk" style={{ width: 48 }} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
