import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import type { Filter, FilterValues } from './filters.ts'
import { SearchBar } from './SearchBar.tsx'

const taskTypes = [
  { id: 1, name: '清洗' },
  { id: 2, name: '除草' },
  { id: 7, name: '故障' },
  { id: 8, name: '缺陷' },
]
const states = [
  { codeValue: '1', dispName: '待指派' },
  { codeValue: '2', dispName: '处理中' },
  { codeValue: '3', dispName: '验收中' },
  { codeValue: '4', dispName: '已完成' },
]
const kinds: Filter[] = [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '工单编号、描述' },
  { kind: 'select', name: 'siteType', label: '电站类型', single: true, choices: taskTypes },
  { kind: 'select', name: 'taskType', label: '任务类型', placeholder: '可多选', choices: taskTypes },
  { kind: 'checkbox', name: 'flowSts', label: '状态', choices: states },
  { kind: 'checkbox', name: 'compared', label: '对比', choices: states, min: 2, max: 3 },
  {
    kind: 'cascader',
    name: 'category',
    label: '设备分类',
    choices: [
      { value: '1', label: '一次设备', children: [{ value: '11', label: '逆变器' }] },
      { value: '2', label: '二次设备' },
    ],
  },
  { kind: 'date', name: 'gridDate', label: '并网日期' },
  { kind: 'dates', name: 'createTime', label: '创建时间', from: 'createTimeBegin', until: 'createTimeEnd' },
  { kind: 'date', name: 'shown', label: '日期格式', format: 'YYYY/MM/DD' },
]
const chosen: FilterValues = {
  keyword: ['箱变'],
  siteType: ['7'],
  taskType: ['1', '2'],
  flowSts: ['1', '2', '3'],
  compared: ['1'],
  category: ['1', '11'],
  gridDate: ['2026-06-30'],
  createTime: ['2026-11-01', '2026-11-21'],
  shown: ['2026-11-21'],
}

function Bar({ filters, start }: { filters: readonly Filter[]; start: FilterValues }) {
  const [values, setValues] = useState(start)
  return (
    <>
      <SearchBar filters={filters} values={values} onSearch={setValues} />
      <pre className="t3 s12" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(values)}
      </pre>
    </>
  )
}

export default {
  title: '搜索栏',
  group: '表格',
  states: {
    只显示前两项: () => <Bar filters={kinds} start={{}} />,
    '展开，各类筛选都有值': () => <Bar filters={kinds} start={chosen} />,
    不超过两项时没有展开: () => <Bar filters={kinds.slice(0, 2)} start={{}} />,
    复选的最少和最多: () => (
      <Bar
        filters={[kinds[4]!, kinds[3]!, kinds[0]!]}
        start={{ compared: ['1'], keyword: ['先选两项再查询'] }}
      />
    ),
  },
} satisfies GalleryEntry
