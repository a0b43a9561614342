import { paths } from '@heliodesk/contract/paths.ts'
import { Image, ScanLine } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Form } from '../../kit/Form.tsx'
import { FileButton } from '../../kit/FileButton.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { go } from '../../lib/location.ts'
import { offerReload } from '../../lib/load-failure.ts'
import { deviceCodeIn } from './device-code.ts'
import { openReader } from './read-code.ts'
import { useCamera, type CameraState } from './use-camera.ts'
import css from './field.module.css'

const says: Record<CameraState, string> = {
  opening: '正在打开相机…',
  looking: '对准设备标签上的二维码',
  refused: '没有相机权限：在浏览器或系统设置中允许后重新打开本页，或用下面的方式',
  missing: '这里用不了相机：网址须为 HTTPS，且设备有相机。可用下面的方式',
}

/** 扫码: opens the device of a label, through the camera, from a picture, or by its code. */
export function ScanPage() {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const field = useId()
  const open = (text: string) => {
    const device = deviceCodeIn(text)
    if (device === null) return setFault('这不是本系统的设备码，请扫设备标签上的二维码')
    go(paths.myDevice.to({ device }))
  }
  const { video, state } = useCamera(open)
  const fromPicture = async (file: File) => {
    const text = await codeOf(file)
    if (text === null) setFault('图片中没有找到二维码，请换一张清楚的照片')
    else open(text)
  }
  return (
    <div className={css.scan}>
      <PageHead title="扫码" />
      <div className={css.view} data-state={state}>
        <video ref={video} muted playsInline aria-label="相机画面" />
        <ScanLine className="i" aria-hidden />
      </div>
      <p className={css.says} role="status">
        {says[state]}
      </p>
      {fault && (
        <p className="alert err" role="alert">
          {fault}
        </p>
      )}
      <Form className={`touch-row ${css.typed}`} onSend={() => open(code)}>
        <label htmlFor={field}>设备编码</label>
        <span className="fld">
          <input
            id={field}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="标签上的编码"
            onChange={(event) => {
              setFault(null)
              setCode(event.target.value)
            }}
          />
        </span>
        <Button submit refusal={code.trim() === '' ? '请输入设备编码' : null}>
          打开
        </Button>
      </Form>
      <div className="touch-row">
        <FileButton
          icon={Image}
          accept="image/*"
          label="二维码图片"
          verb="从相册选图片"
          onFile={(file) => void fromPicture(file).catch(offerReload)}
        />
      </div>
    </div>
  )
}

async function codeOf(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  return picture && (await openReader())(picture)
}
