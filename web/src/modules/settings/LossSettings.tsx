import { outageCategories, usualOrder } from '@heliodesk/contract/outage-categories.ts'
import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { OrderField } from '../../kit/fields/OrderField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { NumbersOfGroup } from './NumbersOfGroup.tsx'
import type { Draft } from './use-draft.ts'

const OPEN = { refuse: '不能提交', allow: '可以提交' }

const fields = [
  { name: 'pr', label: '默认 PR', suffix: '', precision: 3, hint: '前 30 天没有发电量和辐照时使用，0.1 ~ 1' },
  {
    name: 'irradiation',
    label: '默认日辐照',
    suffix: 'kWh/m²',
    precision: 2,
    hint: '没有实测和资源计划时使用',
  },
  { name: 'price', label: '默认电价', suffix: '元/kWh', precision: 4, hint: '电站没有登记电价时使用' },
  {
    name: 'meterShare',
    label: '按关口表计算的最小停运占比',
    suffix: '%',
    precision: 1,
    hint: '停运容量占电站的比例更小时，关口表分辨不出，改按参照设备或辐照计算',
  },
] as const

/** What counts for the lost energy of outages where nothing was measured. */
export function LossSettings({ draft }: { draft: Draft<BusinessSettings> }) {
  const { losses } = draft.values
  return (
    <>
      <SelectField
        label="停机未填恢复时间的工单"
        hint="执行人提交验收时检查"
        error={draft.errorOf('losses.closedToSubmit')}
        choices={OPEN}
        value={losses.closedToSubmit ? 'refuse' : 'allow'}
        onChange={(chosen) => draft.set('losses', { ...losses, closedToSubmit: chosen === 'refuse' })}
      />
      <NumbersOfGroup draft={draft} group="losses" fields={fields} />
      <OrderField
        label="停机类别的先后"
        className="wide"
        hint="同一设备同时有几条停机时，排在前面的类别全额计，后面的只计它多停的部分。未关闭的工单在重新计算后改变"
        error={draft.errorOf('losses.order')}
        names={outageCategories}
        usual={usualOrder}
        value={losses.order}
        onChange={(order) => draft.set('losses', { ...losses, order })}
      />
    </>
  )
}
