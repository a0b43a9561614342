import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useState } from 'react'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { inputOf, type Device } from './device.ts'
import { DeviceFields } from './DeviceFields.tsx'

type DeviceFormProps = RecordFormProps<Device, { code: string }> & {
  /** The preset station of a new device. */
  psId?: string
}

export function DeviceForm({ psId, ...dialog }: DeviceFormProps) {
  const [uploading, setUploading] = useState(false)
  const [chosen, setChosen] = useState<UploadedFile[]>([])
  const { form, seen, drawer } = useRecordForm(deviceCalls, dialog, {
    noun: '设备',
    verb: '新增',
    start: { psId },
    valuesOf: inputOf,
    nameOf: ({ name }) => name,
    said: (dialog.opened ?? dialog.asked) ? undefined : ({ name, code }) => ['设备已登记', `${name} ${code}`],
    gone: '已不在您的数据范围内',
    faults: { 'device.name_taken': ['name'], 'device.code_taken': ['code'] },
  })
  const byPath = new Map([...(seen?.pictures ?? []), ...chosen].map((file) => [file.path, file]))
  const pictures = (form.values.pictures ?? []).flatMap((path) => byPath.get(path) ?? [])
  return (
    <FieldsDrawer {...drawer} refusal={uploading ? '图片还在上传，请稍候' : null} uploading={uploading}>
      <DeviceFields
        form={form}
        known={seen}
        files={pictures}
        onFiles={(files) => {
          setChosen(files)
          form.set(
            'pictures',
            files.map(({ path }) => path),
          )
        }}
        onUploading={setUploading}
      />
    </FieldsDrawer>
  )
}
