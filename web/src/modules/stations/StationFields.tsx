import { siteTypes, stationCalls } from '@heliodesk/contract/stations.ts'
import { DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { DepartmentSelect } from '../../kit/DepartmentSelect.tsx'
import { Field } from '../../kit/Field.tsx'
import { ProjectSelect } from '../../kit/ProjectSelect.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { StationDetail, StationInput } from './station.ts'

const WIRE_DAY = 'YYYY-MM-DD'

/** The same fields for a new station and for one that is there. */
export const useStationForm = (initial: Partial<StationInput>) => useForm(stationCalls.add.input, initial)
export type StationForm = ReturnType<typeof useStationForm>

type StationFieldsProps = {
  form: StationForm
  /** The station as it was read, which knows the names of what it belongs to. */
  known?: StationDetail
  nameTaken: string | null
  /** Another name, or another project to be unique in. */
  onName: () => void
}

const types = Object.entries(siteTypes).map(([value, label]) => ({ value, label }))
const states = [
  { value: '1', label: '启用' },
  { value: '3', label: '停用' },
]

type TextName = 'province' | 'city' | 'county' | 'address' | 'ownerName' | 'contactName' | 'contactPhone'
type DayName = 'gridDate' | 'warrantyEnd'
type NumberName = 'capacityKwp' | 'acKw' | 'tariff' | 'latitude' | 'longitude'

export function StationFields({ form, known, nameTaken, onName }: StationFieldsProps) {
  const { values, set, leave, errorOf } = form
  const rename = () => {
    if (nameTaken) onName()
  }
  const text = (name: TextName, label: string, placeholder: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <Input
          {...control}
          placeholder={placeholder}
          value={values[name] ?? ''}
          onChange={(event) => set(name, event.target.value)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  const number = (name: NumberName, label: string, suffix: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <InputNumber<number>
          {...control}
          controls={false}
          suffix={suffix}
          value={values[name] ?? null}
          onChange={(value) => set(name, value)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  const day = (name: DayName, label: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <DatePicker
          {...control}
          placeholder="选择日期"
          value={values[name] ? dayjs(values[name]) : null}
          onChange={(chosen) => set(name, chosen ? chosen.format(WIRE_DAY) : null)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  return (
    <>
      <Field label="电站名称" required error={errorOf('psName') ?? nameTaken}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={values.psName ?? ''}
            onChange={(event) => {
              set('psName', event.target.value)
              rename()
            }}
            onBlur={() => leave('psName')}
          />
        )}
      </Field>
      <Field label="电站类型" required error={errorOf('siteType')}>
        {(control) => (
          <Select
            {...control}
            options={types}
            value={values.siteType}
            onChange={(value) => set('siteType', value)}
            onBlur={() => leave('siteType')}
          />
        )}
      </Field>
      <Field label="项目" required error={errorOf('psaId')}>
        {(control) => (
          <ProjectSelect
            {...control}
            single
            openOnly
            known={known && [{ id: known.psaId, name: known.psaName }]}
            value={values.psaId ? [values.psaId] : []}
            onChange={([id]) => {
              set('psaId', id)
              rename()
            }}
            onBlur={() => leave('psaId')}
          />
        )}
      </Field>
      <Field
        label="归属部门"
        required
        error={errorOf('depId')}
        hint={known && values.depId !== known.depId ? '电站的工单随电站一起移到新部门' : undefined}
      >
        {(control) => (
          <DepartmentSelect
            {...control}
            by="id"
            openOnly
            value={values.depId}
            onChange={(id) => set('depId', id)}
            onBlur={() => leave('depId')}
          />
        )}
      </Field>
      <h2>容量与并网</h2>
      {number('capacityKwp', '装机容量', 'kWp')}
      {number('acKw', '交流容量', 'kW')}
      {day('gridDate', '并网日期')}
      {day('warrantyEnd', '质保截止')}
      {number('tariff', '上网电价', '元/kWh')}
      <h2>位置与业主</h2>
      {text('province', '省份', '如 江苏')}
      {text('city', '城市', '如 盐城市')}
      {text('county', '区县', '如 射阳县')}
      {text('address', '详细地址', '如 示例镇光伏路 1 号')}
      {number('latitude', '纬度', '°')}
      {number('longitude', '经度', '°')}
      {text('ownerName', '业主', '如 项目公司名称')}
      {text('contactName', '联系人', '现场可以联系到的人')}
      {text('contactPhone', '联系电话', '手机或座机')}
      <h2>状态</h2>
      <Field
        label="状态"
        error={errorOf('status')}
        hint={known?.maintenanceStatus === '2' ? '已退场，恢复在维后才能启用' : '停用的电站不能新建工单'}
      >
        {(control) => (
          <Select
            {...control}
            options={states}
            disabled={known?.maintenanceStatus === '2'}
            value={values.status}
            onChange={(value) => set('status', value)}
          />
        )}
      </Field>
    </>
  )
}
