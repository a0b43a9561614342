import { deviceCalls, DEVICES_AT_ONCE } from '@heliodesk/contract/devices.ts'
import { InputNumber } from 'antd'
import { Printer, X } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { QrCode } from '../../kit/QrCode.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Segments } from '../../kit/Segments.tsx'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useCall } from '../../lib/queries.ts'
import { labelAddress, type DeviceRow } from './device.ts'
import { labelSizes, sheetsOf, type LabelSize } from './label-sizes.ts'
import css from './labels.module.css'

const titles = Object.fromEntries(
  Object.entries(labelSizes).map(([size, { title }]) => [size, title]),
) as Record<LabelSize, string>

type LabelSheetsProps = {
  ids: readonly string[]
  /** The ledger's own address, which the QR codes link to. */
  base: string
  onClose: () => void
}

/** A full-window preview of the label sheets; printing prints only the sheets. */
export function LabelSheets({ ids, base, onClose }: LabelSheetsProps) {
  const wanted = ids.filter((id) => /^[1-9]\d{0,17}$/.test(id)).slice(0, DEVICES_AT_ONCE)
  const read = useCall(deviceCalls.page, { ids: wanted, curPage: 1, size: DEVICES_AT_ONCE })
  const late = useLate(read.isPending)
  const [size, setSize] = useState<LabelSize>('medium')
  const [used, setUsed] = useState(0)
  const devices = read.data && !read.isPlaceholderData ? read.data.pageList : null
  const sheets = sheetsOf(devices ?? [], size, used)
  const { width, height, qr, columns, rows } = labelSizes[size]
  const measures = {
    '--label-width': `${width}mm`,
    '--label-height': `${height}mm`,
    '--label-qr': `${qr}mm`,
    '--label-columns': columns,
  } as CSSProperties
  const toolbar = useEscape(onClose)
  return createPortal(
    <div className={css.labelPrint} role="dialog" aria-modal="true" aria-label="打印标签">
      <div className={css.labelTools} ref={toolbar} tabIndex={-1}>
        <b>打印标签</b>
        <span className="t2">
          {devices && `${formatNumber(devices.length)} 张，A4 纸 ${formatNumber(sheets.length)} 页`}
        </span>
        <Segments label="标签尺寸" choices={titles} value={size} onChange={setSize} />
        <label className={`used ${css.used}`}>
          跳过已用
          <InputNumber<number>
            aria-label="跳过已用的格数"
            min={0}
            max={columns * rows - 1}
            precision={0}
            value={used}
            onChange={(value) => setUsed(value ?? 0)}
          />
          格
        </label>
        <span className={`touch-row mla ${css.acts}`}>
          <Button
            kind="pri"
            icon={Printer}
            refusal={devices && devices.length > 0 ? null : '没有可打印的标签'}
            onClick={() => window.print()}
          >
            打印
          </Button>
          <Button icon={X} onClick={onClose}>
            关闭
          </Button>
        </span>
        <p className="t3 s12">打印时选 A4、缩放 100%、边距“无”；在打印窗口选“另存为 PDF”可得到文件。</p>
      </div>
      <div className={css.labelStage} style={measures}>
        {read.error && !devices && (
          <ErrorCard title="设备没有取到" error={read.error} onRetry={() => void read.refetch()} />
        )}
        {late && <i className="sk" style={{ height: 300 }} role="status" aria-label="正在加载" />}
        {devices?.length === 0 && <Empty title="没有可打印的标签" text="所选设备不存在或无权查看" />}
        {sheets.map((labels, at) => (
          <section key={at} className={css.labelSheet} aria-label={`第 ${at + 1} 页`}>
            {labels.map((device, place) =>
              device ? (
                <Label key={device.id} device={device} base={base} />
              ) : (
                <span key={place} className={`${css.label} ${css.free}`} />
              ),
            )}
          </section>
        ))}
      </div>
    </div>,
    document.body,
  )
}

function Label({ device, base }: { device: DeviceRow; base: string }) {
  return (
    <article className={css.label}>
      <QrCode text={labelAddress(device.code, base, window.location.href)} label={`${device.name}的二维码`} />
      <div>
        <b>{device.name}</b>
        <span className={`code ${css.code}`}>{device.code}</span>
        <span>{device.psName}</span>
        <span className={css.t}>{[device.typeName, device.model].filter(Boolean).join(' · ')}</span>
        {device.spacePath && <span className={css.t}>{device.spacePath}</span>}
      </div>
    </article>
  )
}

/** Takes the focus, returns it on closing, and closes with Escape. */
function useEscape(onClose: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const before = document.activeElement
    element.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return element
}
