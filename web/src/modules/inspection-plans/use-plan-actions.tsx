import { inspectionPlanCalls as calls, type PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { BookmarkPlus, Check, Copy, History, Pause, Pencil, Play, Send, Trash2, Undo2 } from 'lucide-react'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { go } from '../../lib/location.ts'
import { useCan } from '../../lib/permission.tsx'
import { useSession } from '../../lib/session.ts'
import { KeepTemplate } from './KeepTemplate.tsx'
import {
  AuditRecordDialog,
  PassDialog,
  ReturnDialog,
  seenOf,
  StopDialog,
  type Outcome,
} from './plan-dialogs.tsx'

type Batch = 'audit' | 'stop'

/** What can be done with plans, one by one or several at a time; `onDone` hears what became of each. */
export function usePlanActions(onDone: (plans: readonly PlanRow[], outcome: Outcome) => void) {
  const mayEdit = useCan('plan:edit')
  const mayAudit = useCan('plan:audit')
  const self = useSession(({ user }) => user?.id ?? null)
  const { show, shown } = useOverlays({
    pass: (overlay, plans: readonly PlanRow[]) => (
      <PassDialog {...overlay} plans={plans} onDone={(outcome) => onDone(plans, outcome)} />
    ),
    giveBack: (overlay, plans: readonly PlanRow[]) => (
      <ReturnDialog {...overlay} plans={plans} onDone={(outcome) => onDone(plans, outcome)} />
    ),
    stop: (overlay, plans: readonly PlanRow[]) => (
      <StopDialog {...overlay} plans={plans} onDone={(outcome) => onDone(plans, outcome)} />
    ),
    restart: (overlay, plan: PlanRow) => (
      <SendDialog
        {...overlay}
        call={calls.restart}
        input={seenOf(plan)}
        title={`启用计划“${plan.planName}”？`}
        verb="启用"
        text="停用期间到期的，按周期的规则补做。"
        said={() => ['计划已启用', plan.planName]}
      />
    ),
    submit: (overlay, plan: PlanRow) => (
      <SendDialog
        {...overlay}
        call={calls.submit}
        input={seenOf(plan)}
        title={`提交计划“${plan.planName}”审核？`}
        verb="提交"
        text="审核期间不能修改，可以撤回。"
        said={() => ['已提交审核', plan.planName]}
      />
    ),
    withdraw: (overlay, plan: PlanRow) => (
      <SendDialog
        {...overlay}
        call={calls.withdraw}
        input={seenOf(plan)}
        title={`撤回计划“${plan.planName}”？`}
        verb="撤回"
        text="撤回后成为草稿，可以修改。"
        said={() => ['计划已撤回', plan.planName]}
      />
    ),
    copy: (overlay, plan: PlanRow) => (
      <SendDialog
        {...overlay}
        call={calls.copy}
        input={{ id: plan.id }}
        title={`复制计划“${plan.planName}”？`}
        verb="复制"
        text="得到一个内容相同的草稿。"
        said={({ planCode }) => ['已复制为草稿', planCode]}
        onSaved={({ id }) => go(paths.inspectionPlans.to({ plan: id }))}
      />
    ),
    template: (overlay, plan: PlanRow) => <KeepTemplate {...overlay} plan={plan} />,
    remove: (overlay, plan: PlanRow) => (
      <RemoveDialog
        {...overlay}
        call={calls.remove}
        input={seenOf(plan)}
        title={plan.nextState ? `删除计划“${plan.planName}”的修改？` : `删除计划“${plan.planName}”？`}
        text={plan.nextState ? '现行版本不变。' : '删除后不可恢复。'}
        done={['已删除', plan.planName]}
        onRemoved={() => go(paths.inspectionPlans.to({}))}
      />
    ),
    record: (overlay, plan: PlanRow) => <AuditRecordDialog {...overlay} plan={plan} />,
  })
  const isOwn = ({ submitterId }: PlanRow) => submitterId !== null && submitterId === self
  const fits = (plan: PlanRow, batch: Batch) =>
    plan.may.includes(batch) && (batch === 'audit' ? mayAudit && !isOwn(plan) : mayEdit)
  const actionsOf = (plan: PlanRow, { withOpen = true } = {}): RowAction[] => {
    const may = (act: PlanRow['may'][number]) => mayEdit && plan.may.includes(act)
    const step = (
      key: string,
      title: string,
      icon: RowAction['icon'],
      run: () => void,
      more: object = {},
    ) => ({
      key,
      title,
      icon,
      run,
      ...more,
    })
    return [
      ...(fits(plan, 'audit')
        ? [
            step('pass', '审核通过', Check, () => show('pass', [plan])),
            step('giveBack', '退回', Undo2, () => show('giveBack', [plan])),
          ]
        : []),
      ...(withOpen && may('edit')
        ? [step('edit', '编辑', Pencil, () => go(paths.inspectionPlans.to({ plan: plan.id })))]
        : []),
      ...(may('submit') ? [step('submit', '提交审核', Send, () => show('submit', plan))] : []),
      ...(may('withdraw') && isOwn(plan)
        ? [step('withdraw', '撤回', Undo2, () => show('withdraw', plan))]
        : []),
      step('record', '审核记录', History, () => show('record', plan)),
      ...(mayEdit
        ? [
            step('copy', '复制', Copy, () => show('copy', plan)),
            step('template', '存为模板', BookmarkPlus, () => show('template', plan)),
          ]
        : []),
      ...(may('restart') ? [step('restart', '启用', Play, () => show('restart', plan))] : []),
      ...(may('stop') ? [step('stop', '停用', Pause, () => show('stop', [plan]))] : []),
      ...(may('remove')
        ? [step('remove', '删除', Trash2, () => show('remove', plan), { danger: true })]
        : []),
    ]
  }
  return { actionsOf, fits, show, shown, mayEdit, mayAudit }
}
