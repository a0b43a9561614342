import { PageTable } from './PageTable.tsx'
import type { PageTableProps } from './table-props.ts'

export type SampleRow = { id: string; code: string }

type SampleTableProps = Partial<PageTableProps<SampleRow>> & { codes?: readonly string[] }

/** A list of orders by their codes, which nothing narrows. */
export const SampleTable = ({ codes, ...more }: SampleTableProps) => (
  <PageTable<SampleRow>
    code="test"
    name="工单"
    columns={[{ key: 'code', title: '编号', width: 120, cell: ({ code }) => code }]}
    rowKey={({ id }) => id}
    source={{
      rows: (codes ?? []).map((code) => ({ id: code, code })),
      total: codes?.length ?? 0,
      fetching: false,
      error: null,
      updatedAt: 1,
      refresh: () => undefined,
    }}
    paging={{ curPage: 1, size: 10, sort: { field: '', kind: '' } }}
    onPaging={() => undefined}
    filtered={null}
    empty={{ title: '还没有工单' }}
    {...more}
  />
)
