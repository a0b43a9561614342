import { instanceStates } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { linesOf, type FormTable } from '@heliodesk/contract/form-texts.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { own } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { HeadRow } from '../../kit/HeadRow.tsx'
import { TableLines } from '../../domain/oa-form/TableLines.tsx'
import { Paper, PrintDesk } from '../../kit/Paper.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { go } from '../../lib/location.ts'
import { useCall } from '../../lib/queries.ts'
import css from '../../kit/paper.module.css'

type Printed = Received<typeof oaCalls.print>

/** A request as it is filed: on A4, without the frame. The browser prints it. */
export function PrintPage() {
  const id = useUrlQuery().query.get('id') ?? ''
  const paper = useCall(oaCalls.print, { id })
  const instance = paper.data?.request.processInstanceId
  return (
    <PrintDesk
      onBack={() => go(`${paths.ownFlows.path}${instance ? `?box=started&instance=${instance}` : ''}`)}
      refusal={paper.data ? null : '审批单还没有取到'}
    >
      <Reading read={paper} name="审批单" height={320}>
        {(read) => <Sheet paper={read} />}
      </Reading>
    </PrintDesk>
  )
}

const outcomes: Readonly<Record<Printed['signatures'][number]['outcome'], string>> = {
  approve: '同意',
  reject: '不同意',
  return: '退回',
  submit: '提交',
}

/** What is not approved says so on every page: nobody may take it for the paper that is filed. */
const unapproved: Readonly<Record<Printed['request']['status'], string | undefined>> = {
  running: '审批中',
  completed: undefined,
  refused: '未通过',
  voided: '已作废',
  withdrawn: '已撤回',
}

function Sheet({ paper: { company, request, endTime, signatures } }: { paper: Printed }) {
  const { definition, form, shown, files, number, applicant, department, createTime, status } = request
  const lines = linesOf(definition, form, shown)
  const mark = unapproved[status]
  return (
    <Paper
      company={company}
      title={definition.name}
      lead={`编号 ${number}`}
      state={[instanceStates[status], ...(endTime ? [endTime.slice(0, 16)] : [])].join(' ')}
      mark={mark ? { text: mark, warning: '未经批准，仅供查阅，不得作为办理和归档依据' } : null}
    >
      <table className={css.fields} aria-label="申请内容">
        <tbody>
          <tr>
            <th scope="row">申请人</th>
            <td>{applicant}</td>
            <th scope="row">部门</th>
            <td>{department}</td>
          </tr>
          <tr>
            <th scope="row">申请时间</th>
            <td colSpan={3}>{createTime.slice(0, 16)}</td>
          </tr>
          {lines.map(
            (line) =>
              line.kind !== 'table' && (
                <tr key={line.key}>
                  <th scope="row">{line.label}</th>
                  <td colSpan={3} className={css.text}>
                    {line.kind === 'text'
                      ? line.text
                      : (own(files, line.key) ?? []).map(({ name }) => name).join('、')}
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      {lines.map(
        (line) => line.kind === 'table' && <Detail key={line.key} title={line.label} table={line.table} />,
      )}
      <h2>审批意见</h2>
      <table className={css.signatures} aria-label="审批意见">
        <HeadRow titles={['环节', '签署人', '结论', '意见', '时间']} />
        <tbody>
          {signatures.map(({ step, person, outcome, opinion, time }, at) => (
            <tr key={at}>
              <td>{step}</td>
              <td>{person}</td>
              <td>{outcomes[outcome]}</td>
              <td className={css.text}>{opinion}</td>
              <td className={css.time}>{time.slice(0, 16)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  )
}

const Detail = ({ title, table: { columns, rows, sum } }: { title: string; table: FormTable }) => (
  <>
    <h2>{title}</h2>
    <table className={css.detail} aria-label={title}>
      <TableLines columns={columns} rows={rows} numbered>
        {sum && (
          <tr className={css.sum}>
            <td colSpan={columns.length}>{sum.label}</td>
            <td data-number>{sum.text}</td>
          </tr>
        )}
      </TableLines>
    </table>
  </>
)
