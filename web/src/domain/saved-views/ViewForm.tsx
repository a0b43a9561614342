import { savedViewCalls, VIEW_NAME_LENGTH } from '@heliodesk/contract/saved-views.ts'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { useCan } from '../../lib/permission.tsx'
import { DepartmentSelect } from '../DepartmentSelect.tsx'
import type { SavedView } from './saved-view.ts'
import { useDescribe } from './use-describe.ts'
import type { SavedViews } from './use-saved-views.ts'
import css from './saved-views.module.css'

const { add, edit, detail } = savedViewCalls
const calls = { add, edit, detail }
const fields = add.input.omit({ code: true })

/** Saves the conditions of the list as a new view, or changes the name and the sharing of one. */
export function ViewForm({
  saved,
  ...dialog
}: RecordFormProps<SavedView, { id: string }> & { saved: SavedViews }) {
  const { list, conditions, hold } = saved
  const describe = useDescribe(list)
  const mayShare = useCan('savedView:share')
  const { form, drawer } = useRecordForm(
    calls,
    { ...dialog, onSaved: (view) => dialog.asked === undefined && hold(view) },
    {
      noun: '视图',
      verb: '保存',
      fields,
      start: { query: conditions, departmentId: null },
      beside: { code: list.code },
      valuesOf: ({ name, query, departmentId }) => ({ name, query, departmentId }),
      nameOf: ({ name }) => name,
      said: ({ name, departmentName }) => [
        '视图已保存',
        departmentName ? `${name}，共享给“${departmentName}”` : name,
      ],
      faults: {
        'savedView.name_taken': ['name'],
        'savedView.department': ['departmentId'],
        'savedView.many_shared': ['departmentId'],
        'department.disabled': ['departmentId'],
      },
    },
  )
  const { field, set, values } = form
  const fault = field('query').error
  return (
    <FieldsDrawer {...drawer}>
      <TextField
        {...field('name')}
        label="名称"
        required
        className="wide"
        maxLength={VIEW_NAME_LENGTH}
        placeholder="如 本周到期、宁夏超时"
      />
      {mayShare && (
        <PickerField
          {...field('departmentId')}
          of={DepartmentSelect}
          label="共享给"
          className="wide"
          by="id"
          openOnly
          placeholder="仅自己"
          hint="部门及下级的人都可用；只共享条件，各人的数据范围不变"
          onChange={(value) => set('departmentId', value ?? null)}
        />
      )}
      <div className={`wide ${css.kept}`}>
        <span className="t3">保存的条件</span>
        <p>{describe(values.query ?? {})}</p>
        {fault && <p className="err">{fault}</p>}
      </div>
    </FieldsDrawer>
  )
}
