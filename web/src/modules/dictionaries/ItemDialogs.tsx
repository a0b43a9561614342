import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { InputNumber, Select, Switch } from 'antd'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { Field } from '../../kit/Field.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer, type RecordDrawer } from '../../kit/FieldsDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { readOne, useSeen } from '../../kit/use-seen.ts'
import { ColourInput } from './ColourInput.tsx'
import { itemViews, nextSortOrder, parentsFor, type Dictionary, type Item } from './dictionary.ts'

export type ItemRequest = { kind: 'add'; parentId: string | null } | { kind: 'edit'; item: Item }

type DialogProps = { dictionary: Dictionary; items: readonly Item[]; open: boolean; onClose: () => void }
type ItemDialogsProps = DialogProps & { request: ItemRequest }

/** The form that belongs to what somebody wants to do with an item. */
export function ItemDialogs({ request, ...rest }: ItemDialogsProps) {
  if (request.kind === 'add') return <AddItem {...rest} parentId={request.parentId} />
  return <EditItem {...rest} item={request.item} />
}

const fields = dictionaryCalls.addItem.input
const faults = { 'dictionary.value_taken': ['itemValue'] }

function AddItem({ parentId, ...dialog }: DialogProps & { parentId: string | null }) {
  const { dictionary, items, onClose } = dialog
  const form = useForm(fields, {
    dictId: dictionary.id,
    parentId,
    sortOrder: nextSortOrder(items),
    status: '1',
  })
  const saving = useSaving(dictionaryCalls.addItem, {
    refresh: itemViews,
    said: ({ itemText }) => ['字典项已新增', itemText],
    form,
    faults,
    onClose,
  })
  return (
    <ItemDrawer {...dialog} title="新增字典项" verb="新增" form={form} saving={saving} onSend={saving.send} />
  )
}

const fieldsOf = ({ id: _id, version: _version, ...fieldsOfItem }: Item) => fieldsOfItem

function EditItem({ item, ...dialog }: DialogProps & { item: Item }) {
  const form = useForm(fields, fieldsOf(item))
  const saving = useSaving(dictionaryCalls.editItem, {
    refresh: itemViews,
    said: ({ itemText }) => ['字典项已保存', itemText],
    form,
    faults,
    onClose: dialog.onClose,
  })
  const { seen, look } = useSeen(item, {
    saving,
    readAgain: ({ id }) => readOne(dictionaryCalls.itemDetail, { id }),
    onFresh: (fresh) => form.rebase(fieldsOf(fresh)),
    gone: `字典项“${item.itemText}”已被他人删除`,
    onClose: dialog.onClose,
  })
  return (
    <ItemDrawer
      {...dialog}
      title="编辑字典项"
      verb="保存"
      form={form}
      seen={seen}
      saving={saving}
      onRefresh={look}
      onSend={(input) => saving.send({ ...input, id: seen.id, version: seen.version })}
    />
  )
}

type ItemDrawerProps = RecordDrawer<typeof fields, Item> & Pick<DialogProps, 'dictionary' | 'items'>

function ItemDrawer({ dictionary, items, form, seen, onSend, ...rest }: ItemDrawerProps) {
  const { values, set, leave, errorOf, field } = form
  return (
    <FieldsDrawer
      {...rest}
      label={<span className="t3 s13">{dictionary.dictName}</span>}
      form={form}
      onSubmit={() => form.submit(onSend)}
    >
      <TextField {...field('itemText')} label="名称" required autoFocus hint="选项显示的文字" />
      <TextField
        {...field('itemValue')}
        label="数据值"
        required
        code
        hint={valueHint(dictionary, seen?.itemValue, values.itemValue)}
      />
      <Field label="上级" error={errorOf('parentId')} hint="不选即为最上级">
        {(control) => (
          <Select
            {...control}
            allowClear
            placeholder="最上级"
            showSearch={{ optionFilterProp: 'label' }}
            options={parentsFor(items, seen?.id ?? null).map(({ id, itemText, level }) => ({
              value: id,
              label: itemText,
              level,
            }))}
            optionRender={({ data }) => <span style={{ paddingLeft: data.level * 14 }}>{data.label}</span>}
            value={values.parentId ?? undefined}
            onChange={(value?: string) => set('parentId', value ?? null)}
            onBlur={() => leave('parentId')}
          />
        )}
      </Field>
      <Field label="颜色" error={errorOf('color')} hint="#RRGGBB，可不填">
        {(control) => (
          <ColourInput
            control={control}
            value={values.color ?? ''}
            onChange={(value) => set('color', value)}
            onBlur={() => leave('color')}
          />
        )}
      </Field>
      <Field label="排序" error={errorOf('sortOrder')} hint="小的在前，0 至 9999">
        {(control) => (
          <InputNumber<number>
            {...control}
            min={0}
            max={9999}
            precision={0}
            value={Number(values.sortOrder ?? 0)}
            onChange={(value) => set('sortOrder', value ?? 0)}
            onBlur={() => leave('sortOrder')}
          />
        )}
      </Field>
      <LongTextField {...field('description')} label="描述" rows={{ min: 2, max: 5 }} />
      <Field label="启用" className="wide" hint="停用后不再可选，已有数据照常显示名称">
        {({ id, 'aria-describedby': describedBy }) => (
          <span>
            <Switch
              id={id}
              aria-describedby={describedBy}
              checked={values.status !== '0'}
              onChange={(on) => set('status', on ? '1' : '0')}
            />
          </span>
        )}
      </Field>
    </FieldsDrawer>
  )
}

/** A value that changes leaves behind the records that carry the old one. */
function valueHint({ builtIn }: Dictionary, saved: string | undefined, typed: string | undefined): string {
  if (saved !== undefined && typed !== saved) return `使用原值“${saved}”的已有数据将不再显示名称`
  return builtIn ? '内置字典的数据值由程序引用，请谨慎修改' : '保存在数据中的值，同一字典内不重复'
}

type RemovalProps = OverlayProps & { dictionary: Dictionary; item: Item }

export function RemoveItem({ dictionary, item, ...dialog }: RemovalProps) {
  return (
    <RemoveDialog
      call={dictionaryCalls.removeItem}
      input={{ id: item.id }}
      refresh={itemViews}
      {...dialog}
      title={`删除字典项“${item.itemText}”？`}
      text={
        <>
          数据值为“{item.itemValue}”的已有数据将不再显示名称，删除后不可恢复。
          {dictionary.builtIn && '这是内置字典，程序可能引用该值。'}
          {item.status === '1' && '只是不再选用时，停用即可。'}
        </>
      }
      done={['字典项已删除', item.itemText]}
    />
  )
}
