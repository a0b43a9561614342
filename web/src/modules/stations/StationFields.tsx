import { siteTypes, type stationCalls } from '@heliodesk/contract/stations.ts'
import { Field } from '../../kit/Field.tsx'
import { DayField } from '../../kit/fields/DayField.tsx'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ProjectSelect } from '../../domain/ProjectSelect.tsx'
import type { Form } from '../../kit/use-form.ts'
import { hiddenField } from '../../lib/columns.ts'
import { isRetired, type StationDetail } from './station.ts'

export type StationForm = Form<typeof stationCalls.add.input>

type StationFieldsProps = {
  form: StationForm
  /** The loaded station, which contains the names of its department and project. */
  known?: StationDetail
  nameTaken: string | null
}

export function StationFields({ form, known, nameTaken }: StationFieldsProps) {
  const { values, set, leave, errorOf, field } = form
  const retired = known && isRetired(known)
  return (
    <>
      <TextField
        {...field('psName')}
        label="电站名称"
        required
        autoFocus
        error={errorOf('psName') ?? nameTaken}
      />
      <SelectField {...field('siteType')} label="电站类型" required choices={siteTypes} />
      <Field label="项目" ask="选择" required error={errorOf('psaId')}>
        {(control) => (
          <ProjectSelect
            {...control}
            single
            openOnly
            known={known && [{ id: known.psaId, name: known.psaName }]}
            value={values.psaId ? [values.psaId] : []}
            onChange={([id]) => set('psaId', id)}
            onBlur={() => leave('psaId')}
          />
        )}
      </Field>
      <PickerField
        {...field('depId')}
        of={DepartmentSelect}
        label="归属部门"
        required
        by="id"
        openOnly
        hint={known && values.depId !== known.depId ? '电站的工单随电站一起移到新部门' : undefined}
      />
      <h2>容量与并网</h2>
      <NumberField {...field('capacityKwp')} label="装机容量" suffix="kWp" />
      <NumberField {...field('acKw')} label="交流容量" suffix="kW" />
      <DayField {...field('gridDate')} label="并网日期" />
      <DayField {...field('warrantyEnd')} label="质保截止" />
      <NumberField
        {...field('tariff')}
        label="上网电价"
        suffix="元/kWh"
        {...(known && hiddenField('tariff'))}
      />
      <h2>位置与业主</h2>
      <TextField {...field('province')} label="省份" placeholder="如 江苏" />
      <TextField {...field('city')} label="城市" placeholder="如 盐城市" />
      <TextField {...field('county')} label="区县" placeholder="如 射阳县" />
      <TextField {...field('address')} label="详细地址" placeholder="如 示例镇光伏路 1 号" />
      <NumberField {...field('latitude')} label="纬度" suffix="°" />
      <NumberField {...field('longitude')} label="经度" suffix="°" />
      <TextField {...field('ownerName')} label="业主" placeholder="如 项目公司名称" />
      <TextField {...field('contactName')} label="联系人" placeholder="现场可以联系到的人" />
      <TextField
        {...field('contactPhone')}
        label="联系电话"
        placeholder="手机或座机"
        {...(known && hiddenField('phone'))}
      />
      <h2>状态</h2>
      <SelectField
        {...field('status')}
        label="状态"
        hint={retired ? '已退场，恢复在维后才能启用' : '停用的电站不能新建工单'}
        disabled={retired}
        choices={{ 1: '启用', 3: '停用' }}
      />
    </>
  )
}
