import type { FormTable } from '@heliodesk/contract/form-texts.ts'
import { linesOf } from '@heliodesk/contract/form-texts.ts'
import type { oaCalls } from '@heliodesk/contract/oa.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import boxCss from '../../kit/boxed-table.module.css'
import { DetailLayout, type DetailField } from '../../kit/DetailLayout.tsx'
import { TableLines } from './TableLines.tsx'
import css from './oa-form.module.css'

export type OaRequest = Received<typeof oaCalls.detail>

/** What the applicant filled in, read only. */
export function RequestLines({ request }: { request: OaRequest }) {
  const { definition, form, shown, files, number, applicant, department } = request
  const lines = linesOf(definition, form, shown)
  const items: DetailField[] = [
    { label: '编号', value: <span className={css.number}>{number}</span> },
    { label: '申请人', value: applicant },
    { label: '部门', value: department },
  ]
  for (const line of lines) {
    if (line.kind === 'text') items.push({ label: line.label, value: line.text, span: 3 })
    if (line.kind === 'files') items.push({ label: line.label, span: 3, files: own(files, line.key) ?? [] })
  }
  return (
    <>
      <DetailLayout title="申请内容" items={items} />
      {lines.map(
        (line) => line.kind === 'table' && <Lines key={line.key} title={line.label} table={line.table} />,
      )}
    </>
  )
}

const Lines = ({ title, table: { columns, rows, sum } }: { title: string; table: FormTable }) => (
  <section className="sec">
    <h2>{title}</h2>
    <div className={`${boxCss.box} ${css.lines}`} tabIndex={0} role="group" aria-label={title}>
      <table>
        <TableLines columns={columns} rows={rows} />
        {sum && (
          <tfoot>
            <tr>
              <td colSpan={columns.length} data-number>
                {sum.label} {sum.text}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  </section>
)
