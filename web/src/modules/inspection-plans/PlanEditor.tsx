import { inspectionCycleCalls, MOST_LEAD } from '@heliodesk/contract/inspection-cycles.ts'
import { holidayRules } from '@heliodesk/contract/cycle-days.ts'
import { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import {
  abnormalRules,
  inspectionPlanCalls as calls,
  type PlanDetail,
  type PlanRow,
} from '@heliodesk/contract/inspection-plans.ts'
import type { PlanTemplate } from '@heliodesk/contract/plan-templates.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ConfigProvider } from 'antd'
import { ArrowLeft, CircleCheck, Save, Send } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { DaysField } from '../../kit/fields/DaysField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { Form } from '../../kit/Form.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { ActionMenu } from '../../kit/page-table/RowActions.tsx'
import { useForm } from '../../kit/use-form.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { companyNow } from '../../lib/company-time.ts'
import { go, goInstead } from '../../lib/location.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { changesOf, draftFrom, draftOf, shownVersion, type Draft, type Leg } from './draft.ts'
import { LoadBars } from './LoadBars.tsx'
import { MonthPreview } from './MonthPreview.tsx'
import { PlanStatus } from './plan-list.tsx'
import { Route, RouteEditor } from './RouteEditor.tsx'
import { usePlanActions } from './use-plan-actions.tsx'
import css from './plans.module.css'

const DepartmentOf = (props: Omit<React.ComponentProps<typeof DepartmentSelect>, 'by'>) => (
  <DepartmentSelect {...props} by="id" openOnly />
)

const whole = (legs: readonly Leg[] = []) =>
  legs.filter(({ psId, personId }) => psId !== '' && personId !== '')

type PlanEditorProps = {
  plan: PlanDetail | null
  /** What a new one begins with. */
  template?: PlanTemplate | undefined
}

/** One plan: its way, what is looked at, when, and what that means for the month. */
export function PlanEditor({ plan, template }: PlanEditorProps) {
  const today = companyNow().format(WIRE_DAY)
  const mayEdit = useCan('plan:edit')
  const editable = mayEdit && (plan === null || plan.may.includes('edit'))
  const form = useForm(calls.add.input, template ? draftFrom(template, today) : draftOf(plan, today))
  const { values, set, field, errorOf } = form
  const legs = (values.legs ?? []) as Leg[]
  const [month, setMonth] = useState((values.fromDay ?? today).slice(0, 7))
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const cycles = useCall(inspectionCycleCalls.selectByParam, {})
  const items = useCall(inspectionItemCalls.page, { size: 200 })
  const onSaved = (saved: PlanRow) => {
    setSavedAt(companyNow().format('HH:mm'))
    if (plan === null) goInstead(paths.inspectionPlans.to({ plan: saved.id }))
  }
  const adding = useSaving(calls.add, { onSaved, form, faults: { 'plan.until': ['untilDay'] } })
  const updating = useSaving(calls.update, {
    onSaved,
    form,
    faults: { 'plan.until': ['untilDay'], 'plan.from': ['fromDay'] },
  })
  const submitting = useSaving(calls.submit, {
    said: ({ planName }) => ['已提交审核', planName],
    onSaved: () => go(paths.inspectionPlans.to({})),
  })
  const { actionsOf, shown } = usePlanActions(() => undefined)
  const saving = plan === null ? adding : updating
  const error = saving.error ?? submitting.error
  useUnsaved(editable && form.dirty && !saving.done)
  const save = () =>
    form.submit((input) =>
      plan === null ? adding.send(input) : updating.send({ ...input, id: plan.id, version: plan.version }),
    )
  const asked = useDeferredValue(previewOf(values, month, plan?.id))
  const preview = useCall(calls.preview, asked ?? NOTHING, { enabled: asked !== null })
  const data = asked ? preview.data : undefined
  const version = plan && shownVersion(plan)
  const cycleName = (id: string) => cycles.data?.find((each) => each.id === id)?.name ?? ''
  const changes = version?.state === 'effective' && form.dirty ? changesOf(version, values, cycleName) : []
  const onCycle = (cycleId: string | undefined) => {
    set('cycleId', cycleId)
    const cycle = cycles.data?.find(({ id }) => id === cycleId)
    if (!cycle) return
    set('holidays', cycle.holidays)
    set('leadDays', cycle.leadDays)
  }
  const handOver = (from: string, to: string) =>
    set(
      'legs',
      legs.map((leg) => (leg.personId === from ? { ...leg, personId: to } : leg)),
    )
  const phone = usePhone()
  const back = (
    <IconButton icon={ArrowLeft} label="返回计划列表" onClick={() => go(paths.inspectionPlans.to({}))} />
  )
  return (
    <div className={css.editor}>
      <PageHead
        title={plan?.planName ?? '新建巡检计划'}
        facts={
          <span className={css.facts}>
            {!phone && back}
            {plan && <PlanStatus plan={plan} />}
            {plan?.planCode}
            {template && `由模板“${template.name}”填好，保存后才建立`}
            {version && ` · v${version.no}`}
            {plan?.nextDue && ` · 下次 ${plan.isEstimate ? '约 ' : ''}${plan.nextDue.slice(5)}`}
          </span>
        }
        actions={
          <>
            {/* The header of a phone has no room for it. */}
            {phone && back}
            {savedAt && (
              <span className={css.saved} role="status">
                <CircleCheck className="i s" aria-hidden /> {savedAt} 已存草稿
              </span>
            )}
            {plan && <ActionMenu actions={actionsOf(plan, { withOpen: false })} label="计划的操作" />}
            {editable && (
              <Button
                icon={Save}
                busy={saving.busy}
                refusal={form.dirty || plan === null ? null : '没有修改'}
                onClick={save}
              >
                保存草稿
              </Button>
            )}
          </>
        }
        main={
          plan?.may.includes('submit') &&
          mayEdit && (
            <Button
              kind="pri"
              icon={Send}
              busy={submitting.busy}
              refusal={form.dirty ? '请先保存草稿' : null}
              onClick={() => submitting.send({ id: plan.id, version: plan.version })}
            >
              提交审核
            </Button>
          )
        }
      />
      {error && <CommandAlert error={error} />}
      <div className={css.columns}>
        <Form ref={form.form} className={css.form} aria-label="巡检计划" onSend={save}>
          <ConfigProvider componentDisabled={!editable}>
            <fieldset disabled={!editable}>
              <h2>范围与路线</h2>
              <div className={css.pair}>
                <TextField {...field('name')} label="计划名称" required placeholder="如 箱变与逆变器周巡检" />
                <PickerField
                  {...field('depId')}
                  label="责任部门"
                  required
                  disabled={!editable}
                  of={DepartmentOf}
                />
              </div>
              {editable ? (
                <RouteEditor legs={legs} onChange={(next) => set('legs', next)} />
              ) : (
                <Route legs={version?.legs ?? []} />
              )}
              {errorOf('legs') && (
                <p className="note bad" role="alert">
                  路线：每一段都要有电站和负责人
                </p>
              )}
              <h2>项目</h2>
              <SelectManyField
                {...field('itemIds')}
                label="巡检项目"
                choices={(items.data?.pageList ?? []).map(({ id, name, method }) => ({
                  value: id,
                  label: `${name}（${method}）`,
                }))}
              />
              <h2>周期与生成</h2>
              <div className={css.pair}>
                <SelectField
                  {...field('cycleId')}
                  label="周期"
                  required
                  onChange={onCycle}
                  hint={
                    template?.cycleId === null && !values.cycleId
                      ? `模板为${template.often || '已删除的周期'}，公司没有这样的周期，请另选`
                      : undefined
                  }
                  choices={(cycles.data ?? []).map(({ id, name, when }) => ({
                    value: id,
                    label: `${name} · ${when}`,
                  }))}
                />
                <DaysField {...field('leadDays')} label="提前生成" required max={MOST_LEAD} />
                <DayField
                  {...field('fromDay')}
                  label={version?.state === 'effective' ? '从哪天起' : '开始日期'}
                  required
                />
                <DayField
                  {...field('untilDay')}
                  label="结束日期"
                  hint="不填为长期"
                  onChange={(day) => set('untilDay', day ?? null)}
                />
                <SelectField {...field('holidays')} label="遇节假日" required choices={holidayRules} />
                <SelectField {...field('abnormal')} label="异常读数" required choices={abnormalRules} />
              </div>
              <LongTextField {...field('remark')} label="备注" rows={2} mostRows={4} />
              {changes.length > 0 && version && (
                <p className="alert proc" role="status">
                  <b>
                    自 {values.fromDay} 起改为 v{version.no + 1}：
                  </b>
                  {changes.join('；')}。此前的各期仍按 v{version.no} 生成，已有工单不变。
                </p>
              )}
            </fieldset>
          </ConfigProvider>
        </Form>
        <div className={css.side}>
          <MonthPreview
            month={month}
            preview={data}
            legCount={Math.max(1, whole(legs).length)}
            onMonth={setMonth}
          />
          {data && <LoadBars month={month} preview={data} onHandOver={editable ? handOver : undefined} />}
          {data && <Summary next={data.next} legs={whole(legs)} />}
          {!data && <p className="t2">选择周期后，这里显示到期日期和人员工时</p>}
        </div>
      </div>
      {shown}
    </div>
  )
}

type Asked = Parameters<typeof useCall<typeof calls.preview>>[1]
const NOTHING: Asked = { cycleId: '1', fromDay: '2026-01-01', holidays: 'keep', month: '2026-01' }

function previewOf(values: Draft, month: string, planId: string | undefined): Asked | null {
  const { cycleId, fromDay, untilDay = null, holidays } = values
  if (!cycleId || !fromDay || !holidays) return null
  return {
    planId,
    cycleId,
    fromDay,
    untilDay,
    holidays,
    month,
    legs: whole(values.legs as Leg[] | undefined),
  }
}

function Summary({
  next,
  legs,
}: {
  next: readonly { day: string; nominal: string; isEstimate: boolean }[]
  legs: readonly Leg[]
}) {
  const hours = legs.reduce((sum, leg) => sum + (leg.hours ?? 0), 0)
  return (
    <dl className={css.summary}>
      <dt>接下来 {next.length} 期</dt>
      <dd>
        {next.map(({ day, isEstimate }) => `${isEstimate ? '约 ' : ''}${day.slice(5)}`).join(' · ') || '没有'}
      </dd>
      <dt>每期</dt>
      <dd>
        {legs.length} 张工单，{Math.round(hours * 10) / 10} 人时
      </dd>
    </dl>
  )
}
