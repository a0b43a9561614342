import { formulas } from '@heliodesk/contract/inspection-formulas.ts'
import {
  inspectionItemCalls,
  photoRules,
  PREVIEW_DAYS,
  recordKinds,
} from '@heliodesk/contract/inspection-items.ts'
import { readingLimits } from '@heliodesk/contract/inspection-limits.ts'
import { Info } from 'lucide-react'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SwitchField } from '../../kit/fields/SwitchField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { formatNumber } from '../../kit/format.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { categoryChoices, type Category, type ItemDetail } from './item-list.tsx'
import { LimitsFields, type Limits } from './LimitsFields.tsx'
import { StationLimits } from './StationLimits.tsx'
import css from './inspection-items.module.css'

const calls = {
  add: inspectionItemCalls.add,
  edit: inspectionItemCalls.update,
  detail: inspectionItemCalls.itemInfo,
}
const formulaTitles = Object.fromEntries(Object.entries(formulas).map(([key, { title }]) => [key, title]))
const grades = { III: 'III 级', II: 'II 级', I: 'I 级' }
type ItemFormProps = RecordFormProps<ItemDetail, { id: string }> & {
  category?: Category | undefined
  /** It stands beside the list. */
  docked?: boolean
}

/** An item; what it says becomes its next version, and open sheets keep theirs. */
export function ItemForm({ category, docked = false, ...dialog }: ItemFormProps) {
  const { form, seen, drawer } = useRecordForm(calls, dialog, {
    noun: '巡检项目',
    start: {
      kind: 'judge',
      photo: 'never',
      limits: {},
      stationLimits: [],
      active: true,
      ...(category && { category }),
    },
    valuesOf: ({ stationLimits, ...item }) => ({
      category: item.category,
      active: item.active,
      name: item.name,
      method: item.method,
      standard: item.standard,
      kind: item.kind,
      formula: item.formula,
      unit: item.unit,
      limits: item.limits,
      normalText: item.normalText,
      photo: item.photo,
      trendRise: item.trendRise,
      jump: item.jump,
      stationLimits: stationLimits.map(({ psId, fromMonth, untilMonth, limits }) => ({
        psId,
        fromMonth,
        untilMonth,
        limits,
      })),
    }),
    nameOf: ({ name }) => name,
    said: ({ name, itemVersion }) => ['巡检项目已保存', `${name} v${itemVersion}`],
    faults: { 'inspectionItem.name_taken': ['name'], 'inspectionItem.season': ['stationLimits'] },
  })
  const { field, values, set } = form
  const { kind, unit = '' } = values
  const limits: Limits = values.limits ?? {}
  const isNumeric = kind !== 'judge'
  return (
    <FieldsDrawer {...drawer} {...(docked && beside(seen))} inAddress={dialog.asked !== undefined} roomy>
      <TextField {...field('name')} label="项目名称" required maxLength={50} placeholder="如 顶层油温" />
      <SelectField {...field('category')} label="分类" required showSearch choices={categoryChoices} />
      <TextField
        {...field('method')}
        label="方法"
        required
        maxLength={20}
        placeholder="如 表计、目测、热像仪"
      />
      <SelectField {...field('kind', ['formula'])} label="记录" required choices={recordKinds} />
      {kind === 'computed' && (
        <SelectField {...field('formula')} label="计算方法" required choices={formulaTitles} />
      )}
      {isNumeric && <TextField {...field('unit')} label="单位" required maxLength={10} placeholder="如 ℃" />}
      <LongTextField
        {...field('standard')}
        label="方法与标准"
        max={200}
        rows={2}
        placeholder="如 读箱变本体油温表，逆光时拍照。"
      />
      {isNumeric ? (
        <LimitsFields
          label="正常范围"
          unit={unit}
          value={limits}
          error={form.errorOf('limits')}
          onChange={(next) => set('limits', next)}
        />
      ) : (
        <TextField {...field('normalText')} label="正常描述" maxLength={50} placeholder="如 无渗油" />
      )}
      <SelectField
        label="异常时建议等级"
        choices={grades}
        value={limits.grade ?? 'III'}
        onChange={(grade) => set('limits', { ...limits, grade: grade ?? 'III' })}
      />
      <SelectField {...field('photo')} label="留证" required choices={photoRules} />
      {isNumeric && (
        <>
          <NumberField
            {...field('trendRise')}
            label="趋势提醒"
            min={0}
            suffix={unit}
            placeholder="不提醒"
            hint="最近 6 次上升超过时提示"
          />
          <NumberField
            {...field('jump')}
            label="单次跳变须重读"
            min={0}
            suffix={unit}
            placeholder="不要求"
            hint="与上次相差超过时，先请重读一次"
          />
        </>
      )}
      <SwitchField {...field('active')} label="启用" hint="停用后新的记录单不再包含" value={values.active} />
      {isNumeric && (
        <StationLimits
          unit={unit}
          usual={limits}
          value={values.stationLimits ?? []}
          error={form.errorOf('stationLimits')}
          onChange={(own) => set('stationLimits', own)}
        />
      )}
      {seen && <Preview item={seen} limits={limits} />}
    </FieldsDrawer>
  )
}

/** A form beside the list is called as its item. */
const beside = (item: ItemDetail | undefined) => ({
  docked: true,
  title: item?.name ?? '巡检项目',
  label: item && (
    <span className="t3 s12">{`v${item.itemVersion} · ${formatNumber(item.planCount)} 个计划在用`}</span>
  ),
})

/** What saving brings: the next version, and what the last readings would be by it. */
function Preview({ item, limits }: { item: ItemDetail; limits: Limits }) {
  const parsed = readingLimits.safeParse(limits)
  const settled = useSettled(parsed.success ? JSON.stringify(parsed.data) : '', ASKING_DEBOUNCE_MS)
  const isChanged = settled !== '' && settled !== JSON.stringify(item.limits)
  const wanted = isChanged ? (JSON.parse(settled) as Limits) : {}
  const { data } = useCall(
    inspectionItemCalls.preview,
    { id: item.id, limits: wanted },
    { enabled: isChanged && item.kind !== 'judge' },
  )
  const next = item.itemVersion + 1
  return (
    <div className={`wide alert undo ${css.preview}`} role="status">
      <Info className="i" aria-hidden />
      <p className="grow">
        {`当前 v${item.itemVersion} · ${formatNumber(item.planCount)} 个计划在用。修改后保存为 v${next}。`}
        {isChanged && data && (
          <>
            {`近 ${PREVIEW_DAYS} 天 ${formatNumber(data.readings)} 个读数按新范围重算：异常由 `}
            <b>{formatNumber(data.abnormalBefore)}</b> 变 <b>{formatNumber(data.abnormalAfter)}</b>
            ，历史判断不改。
          </>
        )}
        {item.openSheetCount > 0 && `已开的 ${formatNumber(item.openSheetCount)} 张工单仍用原来的版本。`}
      </p>
    </div>
  )
}
