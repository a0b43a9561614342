import { Ban, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { told } from '../../../gallery/told.ts'
import { CallError } from '../../lib/call.ts'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { StatusGlyph } from '../Status.tsx'
import { BatchBar } from './BatchBar.tsx'
import type { Column } from './columns.ts'
import { PageTable } from './PageTable.tsx'
import type { PageSource } from './page-source.ts'
import type { Paging } from './paging.ts'
import { numberColumn, textColumn, timeColumn } from './presets.tsx'
import { TableTools } from './TableTools.tsx'
import { useChoice } from './use-choice.ts'

type Row = { id: string; code: string; status: 1 | 2 | 3 | 4 | 5; station: string; loss: number; end: string }

const stations = ['云岭一期', '云岭二期', '青山农光互补电站', '东湖屋顶']

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_each, at) => ({
    id: String(at + 1),
    code: `GD20261121${String(at + 1).padStart(6, '0')}`,
    status: ((at % 5) + 1) as Row['status'],
    station: stations[at % stations.length]!,
    loss: at % 3 === 0 ? 0 : (at * 37.3) % 900,
    end: `2026-11-${String((at % 28) + 1).padStart(2, '0')} 18:00`,
  }))

const columns: readonly Column<Row>[] = [
  textColumn('code', '工单编号', 168, { lock: true, fixed: true, sortable: true }),
  { key: 'status', title: '状态', width: 100, cell: ({ status }) => <StatusGlyph status={status} /> },
  textColumn('station', '电站', 150, { grow: true }),
  numberColumn('loss', '损失 kWh/h', 120, { digits: 1, some: true, sortable: true }),
  timeColumn('end', '计划结束', 150),
]

const answered = (
  rows: readonly Row[] | undefined,
  more: Partial<PageSource<Row>> = {},
): PageSource<Row> => ({
  rows,
  total: rows?.length ?? null,
  fetching: false,
  error: null,
  updatedAt: 1,
  refresh: () => undefined,
  ...more,
})

const fault = new CallError('网络超时', 504, 'timeout', 'req-7f3a', '/ops/order/page')

const card = ({ code, status, station, end }: Row) => (
  <article
    style={{ padding: 14, border: '1px solid var(--line)', borderRadius: 12, background: 'var(--panel)' }}
  >
    <span className="row">
      <b>{code}</b>
      <StatusGlyph status={status} />
    </span>
    <p className="t2">
      {station} · {end}
    </p>
  </article>
)

type ListProps = { source: PageSource<Row>; filtered?: boolean; cards?: boolean; chosen?: boolean }

function List({ source, filtered = false, cards = false, chosen = false }: ListProps) {
  const { choice, bar } = useChoice<Row>({ nameOf: ({ code }) => code, unit: '单' })
  const [paging, setPaging] = useState<Paging>({ curPage: 1, size: 10, sort: { field: '', kind: '' } })
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: 480 }}>
      <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
        <TableTools code="gallery" name="工单" columns={columns} source={source} />
      </div>
      <PageTable
        code="gallery"
        name="工单"
        columns={columns}
        rowKey={({ id }) => id}
        source={source}
        paging={paging}
        onPaging={(change) => setPaging({ ...paging, ...change })}
        choice={
          chosen
            ? {
                ...choice,
                bar: (
                  <BatchBar {...bar}>
                    <Button size="sm" icon={UserPlus} onClick={told(`指派 ${bar.count} 单`)}>
                      批量指派
                    </Button>
                  </BatchBar>
                ),
              }
            : undefined
        }
        onOpen={({ code }) => told(code)()}
        currentKey="2"
        rowActions={({ code }) => [
          { key: 'assign', title: '指派', icon: UserPlus, run: told(`指派 ${code}`) },
          {
            key: 'remove',
            title: '删除',
            icon: Trash2,
            danger: true,
            confirm: ({ open, onClose }) => (
              <ConfirmDialog
                open={open}
                danger
                title={`删除工单 ${code}？`}
                verb="删除"
                onConfirm={onClose}
                onCancel={onClose}
              />
            ),
          },
          {
            key: 'stop',
            title: '作废',
            icon: Ban,
            refusal: '已完成的工单不能作废',
            danger: true,
            run: told(`作废 ${code}`),
          },
        ]}
        renderCard={cards ? card : undefined}
        filtered={filtered ? { text: '状态 待指派', onClear: () => undefined } : null}
        empty={{
          title: '还没有工单',
          text: '数据范围内的工单会出现在这里',
          action: <Button onClick={told('新建工单')}>新建工单</Button>,
        }}
      />
    </div>
  )
}

const few = answered(rowsOf(10), { total: 1284 })
const many = answered(rowsOf(500))

export default {
  title: '分页表格',
  group: '表格',
  states: {
    '一页，可排序、调列宽、导出、列设置': () => <List source={few} />,
    可以选择几行: () => <List source={few} cards chosen />,
    '手机上各是一张卡片（390 px）': () => <List source={answered(rowsOf(3))} cards />,
    '500 行，只画看得见的': () => <List source={many} />,
    正在加载: () => <List source={answered(undefined)} />,
    正在更新: () => <List source={{ ...few, fetching: true }} />,
    没有数据: () => <List source={answered([])} />,
    没有符合条件的: () => <List source={answered([])} filtered />,
    取不到: () => <List source={answered(undefined, { error: fault })} />,
    没有更新: () => <List source={{ ...few, error: fault }} />,
  },
} satisfies GalleryEntry
