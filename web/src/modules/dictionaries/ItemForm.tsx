import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SwitchField } from '../../kit/fields/SwitchField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { ColourInput } from './ColourInput.tsx'
import { nextSortOrder, parentsFor, type Dictionary, type Item } from './dictionary.ts'
import { useSearchBy } from '../../lib/pinyin.ts'

const calls = {
  add: dictionaryCalls.addItem,
  edit: dictionaryCalls.editItem,
  detail: dictionaryCalls.itemDetail,
}

type ItemFormProps = RecordFormProps<Item, { id: string }> & {
  dictionary: Dictionary
  items: readonly Item[]
  parentId?: string | null
}

/** The form of an item; a new one is added below `parentId`. */
export function ItemForm({ dictionary, items, parentId, ...dialog }: ItemFormProps) {
  const { form, seen, drawer } = useRecordForm(calls, dialog, {
    noun: '字典项',
    verb: '新增',
    start: { dictId: dictionary.id, parentId, sortOrder: nextSortOrder(items), status: '1' },
    nameOf: ({ itemText }) => itemText,
    faults: { 'dictionary.value_taken': ['itemValue'] },
  })
  const { values, set, field } = form
  return (
    <FieldsDrawer {...drawer} label={<span className="t3 s13">{dictionary.dictName}</span>}>
      <TextField {...field('itemText')} label="名称" required autoFocus hint="选项显示的文字" />
      <TextField
        {...field('itemValue')}
        label="数据值"
        required
        code
        hint={valueHint(dictionary, seen?.itemValue, values.itemValue)}
      />
      <SelectField
        {...field('parentId')}
        label="上级"
        hint="不选即为最上级"
        allowClear
        placeholder="最上级"
        showSearch={useSearchBy('label')}
        choices={parentsFor(items, seen?.id ?? null).map(({ id, itemText, level }) => ({
          value: id,
          label: itemText,
          level,
        }))}
        optionRender={({ data }) => <span style={{ paddingLeft: data.level * 14 }}>{data.label}</span>}
        onChange={(value) => set('parentId', value ?? null)}
      />
      <PickerField {...field('color')} of={ColourInput} label="颜色" hint="#RRGGBB，可不填" />
      <NumberField
        {...field('sortOrder')}
        label="排序"
        hint="小的在前，0 至 9999"
        min={0}
        max={9999}
        controls
        precision={0}
        value={Number(values.sortOrder ?? 0)}
        onChange={(value) => set('sortOrder', value ?? 0)}
      />
      <NoteField {...field('description')} label="描述" />
      <SwitchField
        label="启用"
        className="wide"
        hint="停用后不再可选，已有数据照常显示名称"
        value={values.status !== '0'}
        onChange={(on) => set('status', on ? '1' : '0')}
      />
    </FieldsDrawer>
  )
}

/** Warns that changing a value leaves the records with the old value behind. */
function valueHint({ builtIn }: Dictionary, saved: string | undefined, typed: string | undefined): string {
  if (saved !== undefined && typed !== saved) return `使用原值“${saved}”的已有数据将不再显示名称`
  return builtIn ? '内置字典的数据值由程序引用，请谨慎修改' : '保存在数据中的值，同一字典内不重复'
}
