import type { Sent } from '@heliodesk/contract/call.ts'
import { exportCalls as calls, tableKind, type TableKind } from '@heliodesk/contract/exports.ts'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { addRecords } from '../../../test/records.ts'
import { sealAudit } from '../../../test/seal-audit.ts'
import { exportKindOf } from '../../kernel/export-kind.ts'
import { fetchFile, look, makeNext } from '../../../test/exports.ts'

const harness = useHarness()

/** What a kind cannot be asked for without. */
const needed: Partial<Record<TableKind, object>> = {
  orderStatistics: { begin: '2020-01-01', end: '2029-12-31', by: 'type' },
  ticketReviews: { month: '2026-01' },
}

it('an export of every kind has its columns, and a row for each record', async () => {
  const token = await signInAdministrator(harness, harness.tenant)
  await addRecords(harness, harness.tenant)
  await sealAudit(harness)
  const { rows: orders } = await harness.owner.query<{ id: string }>(
    'select id from work_order where tenant_id = $1 limit 1',
    [harness.tenant.tenantId],
  )
  const asks: typeof needed = { ...needed, audience: { orderId: orders[0]!.id } }
  for (const kind of tableKind.options) {
    const { columns } = exportKindOf(kind)
    const asked = { kind, format: 'csv', query: asks[kind] ?? {} } as Sent<typeof calls.add>
    const { id } = await harness.call(token, calls.add, asked)
    await makeNext(harness)
    const { rowCount } = await look(harness, token, id)
    const { rawPayload } = await fetchFile(harness, token, id)
    const [titles, ...rows] = parse(rawPayload, { bom: true })
    expect(titles).toEqual(columns.map(({ title }) => title))
    expect(rows).toHaveLength(rowCount!)
    expect(rows.length).toBeGreaterThan(0)
  }
})
