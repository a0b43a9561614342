import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { Input, InputNumber, Select, Switch } from 'antd'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { ColourInput } from './ColourInput.tsx'
import { itemViews, nextSortOrder, parentsFor, type Dictionary, type Item } from './dictionary.ts'

export type ItemRequest = { kind: 'add'; parentId: string | null } | { kind: 'edit' | 'remove'; item: Item }

type DialogProps = { dictionary: Dictionary; items: readonly Item[]; open: boolean; onClose: () => void }
type ItemDialogsProps = DialogProps & { request: ItemRequest }

/** The form or the question that belongs to what somebody wants to do with an item. */
export function ItemDialogs({ request, ...rest }: ItemDialogsProps) {
  if (request.kind === 'add') return <AddItem {...rest} parentId={request.parentId} />
  if (request.kind === 'edit') return <EditItem {...rest} item={request.item} />
  return <RemoveItem {...rest} item={request.item} />
}

const useItemForm = (initial: Partial<Omit<Item, 'id'>>) => useForm(dictionaryCalls.addItem.input, initial)

function AddItem({ dictionary, items, parentId, open, onClose }: DialogProps & { parentId: string | null }) {
  const form = useItemForm({ dictId: dictionary.id, parentId, sortOrder: nextSortOrder(items), status: '1' })
  const command = useCommand(dictionaryCalls.addItem, {
    refresh: itemViews,
    errors: 'own',
    onSuccess: ({ itemText }) => {
      notify({ kind: 'success', title: '字典项已新增', text: itemText })
      onClose()
    },
  })
  return (
    <ItemDrawer
      title="新增字典项"
      verb="新增"
      dictionary={dictionary}
      items={items}
      open={open}
      onClose={onClose}
      form={form}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onSubmit={() => form.submit((input) => command.mutate(input))}
    />
  )
}

function EditItem({ dictionary, items, item, open, onClose }: DialogProps & { item: Item }) {
  const { id, ...fields } = item
  const form = useItemForm(fields)
  const command = useCommand(dictionaryCalls.editItem, {
    refresh: itemViews,
    errors: 'own',
    onSuccess: ({ itemText }) => {
      notify({ kind: 'success', title: '字典项已保存', text: itemText })
      onClose()
    },
  })
  return (
    <ItemDrawer
      title="编辑字典项"
      verb="保存"
      dictionary={dictionary}
      items={items}
      open={open}
      onClose={onClose}
      form={form}
      saved={item}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onSubmit={() => form.submit((input) => command.mutate({ ...input, id }))}
    />
  )
}

type ItemDrawerProps = DialogProps & {
  title: string
  verb: string
  form: ReturnType<typeof useItemForm>
  /** As it was, whose value records already carry. */
  saved?: Item
  error: CallError | null
  busy: boolean
  /** The answer to the last try does not hold for what is being typed now. */
  onChange: () => void
  onSubmit: () => void
}

const VALUE_TAKEN = 'dictionary.value_taken'

function ItemDrawer({ dictionary, items, form, saved, error, onChange, ...rest }: ItemDrawerProps) {
  const { values, set, leave, errorOf } = form
  const taken = error?.code === VALUE_TAKEN ? error.message : null
  return (
    <FieldsDrawer
      {...rest}
      label={<span className="t3 s13">{dictionary.dictName}</span>}
      form={form}
      error={taken ? null : error}
    >
      <Field label="名称" required error={errorOf('itemText')} hint="选项显示的文字">
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={values.itemText ?? ''}
            onChange={(event) => set('itemText', event.target.value)}
            onBlur={() => leave('itemText')}
          />
        )}
      </Field>
      <Field
        label="数据值"
        required
        error={errorOf('itemValue') ?? taken}
        hint={valueHint(dictionary, saved?.itemValue, values.itemValue)}
      >
        {(control) => (
          <Input
            {...control}
            autoCapitalize="none"
            spellCheck={false}
            value={values.itemValue ?? ''}
            onChange={(event) => {
              set('itemValue', event.target.value)
              if (taken) onChange()
            }}
            onBlur={() => leave('itemValue')}
          />
        )}
      </Field>
      <Field label="上级" error={errorOf('parentId')} hint="不选即为最上级">
        {(control) => (
          <Select
            {...control}
            allowClear
            placeholder="最上级"
            showSearch={{ optionFilterProp: 'label' }}
            options={parentsFor(items, saved?.id ?? null).map(({ id, itemText, level }) => ({
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
      <Field label="描述" className="wide" error={errorOf('description')}>
        {(control) => (
          <CountedTextarea
            {...control}
            rows={{ min: 2, max: 5 }}
            value={values.description ?? ''}
            onChange={(value) => set('description', value)}
            onBlur={() => leave('description')}
          />
        )}
      </Field>
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

function RemoveItem({ dictionary, item, open, onClose }: DialogProps & { item: Item }) {
  const command = useCommand(dictionaryCalls.removeItem, {
    refresh: itemViews,
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '字典项已删除', text: item.itemText })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`删除字典项“${item.itemText}”？`}
      text={
        <>
          数据值为“{item.itemValue}”的已有数据将不再显示名称，删除后不可恢复。
          {dictionary.builtIn && '这是内置字典，程序可能引用该值。'}
          {item.status === '1' && '只是不再选用时，停用即可。'}
        </>
      }
      verb="删除"
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: item.id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
