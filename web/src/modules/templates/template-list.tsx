import type { Sent } from '@heliodesk/contract/call.ts'
import type { templateCalls } from '@heliodesk/contract/templates.ts'
import { FileText } from 'lucide-react'
import { formatSize } from '../../kit/format.ts'
import { kindTitle } from '../../kit/image-previewer/view.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import type { Template } from './template.ts'
import css from './templates.module.css'

export const templateFilters: readonly Filter<Sent<typeof templateCalls.list>>[] = [
  { name: 'keyword', label: '关键字', kind: 'input', live: true, placeholder: '模板名称、文件名' },
]

export const Kind = ({ fileType }: Pick<Template, 'fileType'>) => (
  <span className="tag ln">{kindTitle(fileType) ?? '文件'}</span>
)

export const templateColumns: readonly Column<Template>[] = [
  {
    key: 'name',
    title: '模板名称',
    width: 220,
    grow: true,
    lock: true,
    cell: ({ name, remark }) => (
      <span className={css.templateName} title={remark || name}>
        <FileText className="i t3" aria-hidden />
        <b className="ell">{name}</b>
      </span>
    ),
  },
  { key: 'fileType', title: '类型', width: 84, fold: 2, cell: (template) => <Kind {...template} /> },
  textColumn('fileName', '文件', 220, { fold: 4 }),
  { key: 'fileVersion', title: '版本', width: 72, cell: ({ fileVersion }) => `V${fileVersion}` },
  numberColumn('size', '大小', 96, { fold: 1, format: formatSize }),
  textColumn('updatedBy', '更新人', 110, { fold: 3 }),
  minuteColumn('updateTime', '更新时间', 148),
  textColumn('remark', '说明', 180, { hidden: true }),
]
