import { appearanceCalls, MOST_EXAMPLES } from '@heliodesk/contract/appearance.ts'
import { useState } from 'react'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { TextListField } from '../../kit/fields/TextListField.tsx'
import { TickField } from '../../kit/fields/TickField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { marks, type Item } from './item-list.tsx'
import css from './appearance-items.module.css'

const calls = { add: appearanceCalls.insert, edit: appearanceCalls.insert, detail: appearanceCalls.detail }
const MOST_SENTENCES = 10

const pathsOf = (files: readonly UploadedFile[]) => files.map(({ path }) => path)

/** An item of the inspections to come; those under way keep what they began with. */
export function ItemForm(dialog: RecordFormProps<Item, { id: string }>) {
  const [chosen, setChosen] = useState<readonly UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const { form, seen, drawer } = useRecordForm(calls, dialog, {
    noun: '检查项',
    verb: '新增',
    start: { contentList: [''], needPhoto: true, mayNotInvolve: true, isEnabled: true },
    valuesOf: ({ exampleFileList, updatedBy: _by, updateTime: _at, ...facts }) => ({
      ...facts,
      exampleFileList: pathsOf(exampleFileList),
    }),
    nameOf: ({ project }) => project,
    said: ({ project, mark }) => ['检查项已保存', `${project} ${marks(mark)}`],
    faults: { 'appearance.project_taken': ['project'] },
  })
  const { field, values } = form
  const byPath = new Map([...(seen?.exampleFileList ?? []), ...chosen].map((file) => [file.path, file]))
  const keep = (files: UploadedFile[]) => {
    setChosen(files)
    form.set('exampleFileList', pathsOf(files))
  }
  return (
    <FieldsDrawer {...drawer} uploading={uploading} refusal={uploading ? '照片上传中，请稍候' : null}>
      <TextField
        {...field('project')}
        label="名称"
        required
        maxLength={50}
        placeholder="如 电缆沟盖板与封堵"
      />
      <TextField {...field('category')} label="分组" required maxLength={20} placeholder="如 设备区" />
      <NumberField {...field('mark')} label="分值" required precision={1} min={0} max={100} suffix="分" />
      <NumberField
        {...field('place')}
        label="排序"
        precision={0}
        min={1}
        placeholder="排在最后"
        hint="检查单按此排列，小的在前"
      />
      <TextListField
        label="标准"
        required
        className="wide"
        error={form.errorOf('contentList')}
        hint="每条一句，检查时逐条对照"
        texts={values.contentList ?? []}
        most={MOST_SENTENCES}
        onChange={(texts) => form.set('contentList', texts)}
      />
      <LongTextField
        {...field('deductRule')}
        label="扣分规则"
        max={200}
        rows={2}
        placeholder="如 盖板缺失每块扣 1 分，扣到 0 为止"
      />
      <LongTextField
        {...field('suggest')}
        label="整改建议"
        max={200}
        rows={2}
        placeholder="须整改时带入，评审人可修改"
      />
      <FilesField
        label="示例照片"
        error={form.errorOf('exampleFileList')}
        purpose="example"
        max={MOST_EXAMPLES}
        value={(values.exampleFileList ?? []).flatMap((path) => byPath.get(path) ?? [])}
        onChange={keep}
        onBusy={setUploading}
      />
      <div className={`wide ${css.ticks}`}>
        <TickField {...field('needPhoto')} label="必拍照" hint="自评时至少 1 张现场照片" />
        <TickField {...field('mayNotInvolve')} label="可不涉及" hint="本站没有时，从满分中去掉" />
        <TickField {...field('isEnabled')} label="启用" hint="停用后新检查单不再包含" />
      </div>
    </FieldsDrawer>
  )
}
