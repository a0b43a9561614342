import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useId } from 'react'
import { useHref, useLocation } from 'react-router'
import { QrCode } from '../../kit/QrCode.tsx'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { DetailTabs, TabPanel } from '../../kit/DetailTabs.tsx'
import { FileTiles } from '../../kit/FileTiles.tsx'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { DetailSkeleton, RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { Empty } from '../../kit/States.tsx'
import { useRecord } from '../../kit/use-record.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useCan } from '../../lib/permission.tsx'
import { labelAddress, type Device, type DeviceRow, type KnownDevice } from './device.ts'
import { factsOf } from './device-facts.tsx'
import { deviceHead } from './device-list.tsx'
import type { Request } from './DeviceDialogs.tsx'
import { DeviceHistory } from './DeviceHistory.tsx'
import { DeviceOrders } from './DeviceOrders.tsx'
import { useDeviceActions } from './use-device-actions.ts'
import css from './devices.module.css'

type DeviceDetailDrawerProps = {
  code: string
  /** The device in the list behind, if it is there. */
  row: DeviceRow | null
  open: boolean
  onClose: () => void
  onRequest: (request: Request) => void
  onLabels: (ids: readonly string[]) => void
}

const titles = { basic: '基本信息', history: '变更记录', files: '图片资料', orders: '工单' } as const
type Tab = keyof typeof titles

/** The detail of a device, with its history and its work orders. The code on a label opens it. */
export function DeviceDetailDrawer({
  code,
  row,
  open,
  onClose,
  onRequest,
  onLabels,
}: DeviceDetailDrawerProps) {
  const { query, change } = useUrlQuery()
  const device = useRecord(deviceCalls.detail, 'code', code)
  const actionsOf = useDeviceActions({ onRequest, onLabels })
  const seesOrders = useCan('order:list')
  const keys = (Object.keys(titles) as Tab[]).filter((key) => key !== 'orders' || seesOrders)
  const tab = keys.find((key) => key === query.get('tab')) ?? 'basic'
  const panel = useId()
  return (
    <RecordDrawer {...device} open={open} onClose={onClose} noun="设备" row={row} top={code}>
      {(known, loaded) => ({
        ...deviceHead(known),
        actions: <Actions actions={actionsOf(known, loaded ?? undefined)} />,
        under: (
          <DetailTabs
            label="设备详情"
            tabs={keys.map((key) => ({ key, title: titles[key] }))}
            shown={tab}
            panel={panel}
            onTab={(next) => change({ tab: next === 'basic' ? null : next })}
          />
        ),
        sections: (
          <TabPanel id={panel} shown={tab}>
            {
              {
                basic: <Basics device={known} />,
                history: <DeviceHistory id={known.id} />,
                orders: <DeviceOrders device={known} />,
                files: loaded ? (
                  <Pictures
                    device={loaded}
                    onEdit={() =>
                      onRequest({ kind: 'edit', device: { known, asked: { code }, opened: loaded } })
                    }
                  />
                ) : (
                  <DetailSkeleton sections={[3]} />
                ),
              }[tab]
            }
          </TabPanel>
        ),
      })}
    </RecordDrawer>
  )
}

/** Reporting a defect is the filled button; the rest is behind “…”. */
function Actions({ actions }: { actions: readonly RowAction[] }) {
  const report = actions.find(({ key }) => key === 'report')
  return (
    <>
      {report && (
        <Button kind="pri" icon={report.icon} refusal={report.refusal} onClick={report.run}>
          报缺陷
        </Button>
      )}
      <ActionMenu actions={actions.filter((each) => each !== report)} label="更多操作" />
    </>
  )
}

function Basics({ device }: { device: KnownDevice }) {
  const { pathname } = useLocation()
  const href = useHref(pathname)
  const linkTo = (code: string) => `${href}?device=${encodeURIComponent(code)}`
  return (
    <>
      <div className={css.deviceBasics}>
        <DetailLayout items={factsOf(device, linkTo)} />
        <figure className={css.deviceQr}>
          <QrCode
            text={labelAddress(device.code, href, window.location.href)}
            label={`${device.name}的二维码`}
          />
          <figcaption>扫码打开本设备</figcaption>
        </figure>
      </div>
      {device.attributes && device.attributes.length > 0 && (
        <DetailLayout
          title="参数"
          items={device.attributes.map(({ name, unit, value }) => ({
            label: name,
            value: value && [value, unit].filter(Boolean).join(' '),
          }))}
        />
      )}
      {device.children && device.children.length > 0 && (
        <section className="sec" aria-label="下级设备">
          <h2>
            下级设备
            <span className="t3 s12">{device.children.length} 台</span>
          </h2>
          <ul className={css.deviceLinks}>
            {device.children.map((child) => (
              <li key={child.id} className="row">
                <a href={linkTo(child.code)}>{child.name}</a>
                <span className="t3 s12">{child.typeName}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Pictures({ device, onEdit }: { device: Device; onEdit: () => void }) {
  if (device.pictures.length === 0) {
    return (
      <Empty
        title="还没有图片资料"
        text="铭牌照片、说明书和试验报告可以放在这里"
        action={
          <Button code="device:edit" refusal={device.status === '1' ? null : '设备已退役'} onClick={onEdit}>
            添加
          </Button>
        }
      />
    )
  }
  return (
    <section className="sec" aria-label="图片资料">
      <FileTiles label="图片资料" files={device.pictures} />
    </section>
  )
}
