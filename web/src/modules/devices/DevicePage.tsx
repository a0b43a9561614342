import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { TriangleAlert } from 'lucide-react'
import { useField } from '../../domain/field/field-store.ts'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { factsOf } from './device-facts.tsx'
import { DeviceState } from './device-list.tsx'
import { DeviceHistory } from './DeviceHistory.tsx'
import { DeviceOrders } from './DeviceOrders.tsx'
import css from './devices.module.css'

/** A device on a phone, as its label opens it: what it is, its orders, what became of it, and 报缺陷 at the thumb. */
export function DevicePage() {
  const { query } = useUrlQuery()
  const code = query.get('device')
  const mayList = useCan('device:list')
  if (!mayList) return <Nothing text="您没有“查看设备台账”权限，可联系管理员" />
  return code ? <Found key={code} code={code} /> : <Nothing text="扫描设备上的标签，或输入设备编码" />
}

const Nothing = ({ text }: { text: string }) => (
  <>
    <PageHead title="设备" />
    <Empty
      title="没有设备"
      text={text}
      action={
        <a className="btn" href={paths.scan.href()}>
          扫码
        </a>
      }
    />
  </>
)

function Found({ code }: { code: string }) {
  const read = useCall(deviceCalls.detail, { code })
  const mayReport = useCan('order:create')
  const seesOrders = useCan('order:list')
  // Where nothing is kept on the device, the form of the desk reports.
  const keeps = useField(({ outbox }) => outbox !== null)
  const device = read.data
  const report = keeps
    ? paths.myReports.href({ act: 'report', device: code })
    : paths.orders.href({ report: code })
  return (
    <>
      <PageHead
        title={device?.name ?? '设备'}
        facts={device?.typeName}
        main={
          mayReport &&
          (device?.status === '1' || (keeps && read.error !== null)) && (
            <a className="btn pri" href={report}>
              <TriangleAlert className="i" aria-hidden />
              报缺陷
            </a>
          )
        }
      />
      <Reading read={read} name="设备" height={240}>
        {(known) => (
          <div className={css.phone}>
            <p className={css.state}>
              <span className="code">{known.code}</span>
              <DeviceState {...known} />
            </p>
            <DetailLayout items={factsOf(known, (other) => paths.myDevice.href({ device: other }))} />
            {seesOrders && <DeviceOrders device={known} />}
            <h2>变更记录</h2>
            <DeviceHistory id={known.id} />
          </div>
        )}
      </Reading>
    </>
  )
}
