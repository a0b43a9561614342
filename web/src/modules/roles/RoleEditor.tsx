import { roleCalls } from '@heliodesk/contract/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { DutyConflicts } from '../../domain/DutyConflicts.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { ErrorCard, ErrorStrip } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { notify } from '../../lib/notices.ts'
import { keyOf, useCall, useCommand } from '../../lib/queries.ts'
import { changesOf, heldAfter, indexTree, keptOf, toggle, type Change, type GrantTree } from './grants.ts'
import { warningsOf } from './duty-warnings.ts'
import { GrantMatrix, MatrixSkeleton } from './GrantMatrix.tsx'
import { Impact, useImpact } from './Impact.tsx'
import { OthersChange } from './OthersChange.tsx'
import type { Role } from './role.ts'
import { RoleHistory } from './RoleHistory.tsx'
import type { Drafts } from './use-drafts.ts'
import impactCss from './impact.module.css'
import rolesCss from './roles.module.css'
import { lazily } from '../../kit/lazily.tsx'

const RoleMembers = lazily(async () => (await import('./RoleMembers.tsx')).RoleMembers)
const RoleScope = lazily(async () => (await import('./RoleScope.tsx')).RoleScope)

const TABS = ['grants', 'scope', 'members'] as const
type Tab = (typeof TABS)[number]

type RoleEditorProps = {
  role: Role
  drafts: Drafts
  /** Goes back to the list on screens where only one of both fits. */
  onBack: (() => void) | null
  onEdit: () => void
  onRemove: () => void
}

/** A role: its permissions, what its members see, and who they are. */
export function RoleEditor({ role, drafts, onBack, onEdit, onRemove }: RoleEditorProps) {
  const { query, change } = useUrlQuery()
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'grants'
  const choose = (next: Tab) => change({ tab: next === 'grants' ? null : next, keyword: null, page: null })
  const titles = { grants: '菜单与按钮', scope: '数据范围', members: `成员 ${formatNumber(role.userCount)}` }
  return (
    <section
      className={tab === 'grants' ? rolesCss.roleEditor : `${rolesCss.roleEditor} ${rolesCss.aboutPeople}`}
      aria-label={`角色 ${role.roleName}`}
    >
      <RoleHead role={role} onBack={onBack} onEdit={onEdit} onRemove={onRemove}>
        <Segments label="角色的内容" choices={titles} value={tab} onChange={choose} />
      </RoleHead>
      {tab === 'grants' ? (
        <RoleGrants role={role} drafts={drafts} />
      ) : tab === 'scope' ? (
        <RoleScope role={role} onMembers={() => choose('members')} />
      ) : (
        <RoleMembers role={role} />
      )}
    </section>
  )
}

/** The permissions of a role. Changes are marked, and their impact shows before they are saved. */
function RoleGrants({ role, drafts }: Pick<RoleEditorProps, 'role' | 'drafts'>) {
  const tree = useCall(roleCalls.permissionTree, {})
  const holds = useCall(roleCalls.permissions, { roleId: role.id })
  const roots = tree.data?.treeList
  const index = useMemo(() => indexTree(roots ?? []), [roots])
  const base = useMemo(
    () => new Set(holds.isPlaceholderData ? undefined : holds.data),
    [holds.data, holds.isPlaceholderData],
  )
  const loaded = roots !== undefined && holds.data !== undefined && !holds.isPlaceholderData
  const draft = drafts.of(role.id)
  const changes = loaded ? changesOf(index, base, draft) : []
  const kept = useMemo(() => keptOf(role, index, base), [role, index, base])
  const { refusal } = role
  const save = useSave(role, drafts)
  const error = tree.error ?? holds.error
  const retry = () => {
    void tree.refetch()
    void holds.refetch()
  }
  const before = drafts.seen(role.id)
  const others =
    loaded && before ? changesOf(index, before, { added: base, removed: missing(before, base) }) : []
  const held = heldAfter(index, base, draft)
  const impact = useImpact(role)
  return (
    <>
      {loaded ? (
        <>
          <div className={rolesCss.matrixBox}>
            {error && <ErrorStrip title="权限没有更新" error={error} onRetry={retry} />}
            <OthersChange changes={others} onAccept={() => drafts.accept(role.id, base)} />
            <div className={rolesCss.narrow}>
              <DutyConflicts conflicts={warningsOf(index, held, impact.data)} />
            </div>
            {refusal && <p className={`alert ${rolesCss.alert} proc`}>{refusal}</p>}
            <GrantMatrix
              roots={roots}
              held={held}
              changes={changes}
              kept={kept}
              refusal={refusal}
              onToggle={(node) => drafts.change(role.id, toggle(base, draft, node, kept), base)}
            />
            <section className={`s13 ${rolesCss.narrow}`}>
              <h3>最近修改</h3>
              <RoleHistory role={role} />
            </section>
          </div>
          <Weighing
            role={role}
            tree={index}
            held={held}
            changes={changes}
            save={save}
            onSave={(done) =>
              save.mutate(
                {
                  roleId: role.id,
                  permissionIds: joined(held),
                  lastpermissionIds: joined(base),
                },
                { onSuccess: done },
              )
            }
            onReset={() => {
              drafts.drop(role.id)
              save.reset()
            }}
          />
        </>
      ) : error ? (
        <ErrorCard title="权限没有取到" error={error} onRetry={retry} />
      ) : (
        <LateSkeleton />
      )}
    </>
  )
}

const joined = (ids: ReadonlySet<string>) => [...ids].join(',')

const missing = (from: ReadonlySet<string>, than: ReadonlySet<string>) =>
  new Set([...from].filter((id) => !than.has(id)))

/** Saves only the difference; changes that others made meanwhile stay and are reported. */
function useSave(role: Role, drafts: Drafts) {
  const client = useQueryClient()
  return useCommand(roleCalls.savePermissions, {
    errors: 'own',
    onSuccess: (answer, { permissionIds }) => {
      client.setQueryData(keyOf(roleCalls.permissions, { roleId: role.id }), answer)
      drafts.drop(role.id)
      const merged = answer.toSorted().join() !== permissionIds.split(',').filter(Boolean).toSorted().join()
      notify({
        kind: 'success',
        title: '权限已保存',
        text: merged ? `${role.roleName}；别处同时所做的修改已合并` : role.roleName,
      })
    },
  })
}

function LateSkeleton() {
  return useLate(true) ? <MatrixSkeleton /> : null
}

type RoleHeadProps = Pick<RoleEditorProps, 'role' | 'onBack' | 'onEdit' | 'onRemove'> & {
  children: ReactNode
}

function RoleHead({ role, onBack, onEdit, onRemove, children }: RoleHeadProps) {
  const phone = usePhone()
  // Without the list beside it, the role's name is the page title.
  const Title = onBack ? 'h1' : 'h2'
  const actions: RowAction[] = [
    { key: 'edit', title: '编辑', icon: Pencil, refusal: role.refusal, run: onEdit },
    {
      key: 'remove',
      title: '删除',
      icon: Trash2,
      refusal: role.refusal ?? (role.builtIn ? '内置角色不能删除，也不能修改编码' : null),
      danger: true,
      run: onRemove,
    },
  ]
  return (
    <header className="touch row">
      {onBack && <IconButton icon={ArrowLeft} label="返回角色列表" onClick={onBack} />}
      <Title>{role.roleName}</Title>
      <span className="tag ln">{role.roleCode}</span>
      {role.builtIn && <span className="tag">内置</span>}
      {role.description && (
        <span className={`t3 ell ${rolesCss.description}`} title={role.description}>
          {role.description}
        </span>
      )}
      <span className={rolesCss.tabs}>{children}</span>
      <span className={rolesCss.acts}>
        <ButtonGroup actions={actions} limit={phone ? 0 : actions.length} size={phone ? undefined : 'sm'} />
      </span>
    </header>
  )
}

type WeighingProps = {
  role: Role
  tree: GrantTree
  held: ReadonlySet<string>
  changes: readonly Change[]
  save: ReturnType<typeof useSave>
  onSave: (done: () => void) => void
  onReset: () => void
}

/** The changes in words, the people they affect, and the buttons to save or discard. */
function Weighing({ role, tree, held, changes, save, onSave, onReset }: WeighingProps) {
  const impact = useImpact(role)
  const panel = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState(false)
  const added = changes.filter(({ kind }) => kind === 'added').length
  const removed = changes.length - added
  const nothing = changes.length === 0 ? '没有未保存的改动' : null
  const close = () => {
    setAsking(false)
    save.reset()
  }
  // Where there is no room for the panel, a dialog shows the same.
  const press = () => (panel.current?.offsetParent ? onSave(() => undefined) : setAsking(true))
  return (
    <>
      <aside className={`${impactCss.impactPanel} ${rolesCss.impactPanel}`} ref={panel}>
        <Impact {...{ role, tree, held, changes, impact }} />
      </aside>
      <footer>
        {!asking && <CommandAlert error={save.error} />}
        <div className={`touch-row foot ${rolesCss.foot}`}>
          <span className={`grow ${rolesCss.summary}`} role="status">
            {nothing ?? (
              <>
                未保存 <b>{changes.length}</b> 项：
                {added > 0 && <span className="ok">新增 {added}</span>}
                {added > 0 && removed > 0 && '，'}
                {removed > 0 && <span className="err">收回 {removed}</span>}
                <span className={`t3 s12 ${rolesCss.later}`}>
                  保存后 {formatNumber(role.userCount)} 名用户下次请求即生效
                </span>
              </>
            )}
          </span>
          <Button refusal={nothing} onClick={onReset}>
            还原
          </Button>
          <Button kind="pri" refusal={nothing} busy={save.isPending && !asking} onClick={press}>
            保存
          </Button>
        </div>
      </footer>
      <ConfirmDialog
        open={asking}
        title={`保存“${role.roleName}”的权限？`}
        verb="保存"
        busy={save.isPending}
        onConfirm={() => onSave(close)}
        onCancel={close}
      >
        <div className={`${impactCss.impactPanel} ${rolesCss.impactPanel} ${impactCss.asked}`}>
          <Impact {...{ role, tree, held, changes, impact }} />
        </div>
        <CommandAlert error={save.error} />
      </ConfirmDialog>
    </>
  )
}
