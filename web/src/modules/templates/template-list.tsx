import type { Sent } from '@heliodesk/contract/call.ts'
import type { templateCalls } from '@heliodesk/contract/templates.ts'
import { FileText } from 'lucide-react'
import { formatMinute, formatSize } from '../../kit/format.ts'
import { kindTitle } from '../../kit/image-previewer/view.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import type { Template } from './template.ts'

export const templateFilters: readonly Filter<Sent<typeof templateCalls.list>>[] = [
  { name: 'keyword', label: '关键字', kind: 'input', placeholder: '模板名称、文件名' },
]

export const Kind = ({ fileType }: Pick<Template, 'fileType'>) => (
  <span className="tag ln">{kindTitle(fileType) ?? '文件'}</span>
)

type ChooseProps = { template: Template; chosen: boolean; onChoose: (id: string) => void }

export const Choose = ({ template: { id, name }, chosen, onChoose }: ChooseProps) => (
  <input
    type="checkbox"
    className="choose"
    aria-label={`选择 ${name}`}
    checked={chosen}
    onClick={(event) => event.stopPropagation()}
    onChange={() => onChoose(id)}
  />
)

type Choosing = { chosen: ReadonlySet<string>; onChoose: (id: string) => void }

export const templateColumns = ({ chosen, onChoose }: Choosing): Column<Template>[] => [
  {
    key: 'choose',
    title: '选择',
    width: 56,
    lock: true,
    cell: (template) => <Choose template={template} chosen={chosen.has(template.id)} onChoose={onChoose} />,
  },
  {
    key: 'name',
    title: '模板名称',
    width: 220,
    grow: true,
    lock: true,
    cell: ({ name, remark }) => (
      <span className="template-name" title={remark || name}>
        <FileText className="i t3" aria-hidden />
        <b className="ell">{name}</b>
      </span>
    ),
  },
  { key: 'fileType', title: '类型', width: 84, cell: (template) => <Kind {...template} /> },
  {
    key: 'fileName',
    title: '文件',
    width: 220,
    grow: true,
    cell: ({ fileName }) => <span title={fileName}>{fileName}</span>,
  },
  { key: 'fileVersion', title: '版本', width: 72, cell: ({ fileVersion }) => `V${fileVersion}` },
  { key: 'size', title: '大小', width: 96, align: 'right', cell: ({ size }) => formatSize(size) },
  { key: 'updatedBy', title: '更新人', width: 110, cell: ({ updatedBy }) => updatedBy },
  { key: 'updateTime', title: '更新时间', width: 148, cell: ({ updateTime }) => formatMinute(updateTime) },
  { key: 'remark', title: '说明', width: 180, hidden: true, cell: ({ remark }) => remark },
]
