import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useState } from 'react'
import { FieldsDrawer, type RecordDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { deviceViews, inputOf, type Device } from './device.ts'
import { DeviceFields } from './DeviceFields.tsx'

type FormProps = { open: boolean; onClose: () => void }

const faults = { 'device.name_taken': ['name'], 'device.code_taken': ['code'] }

export function AddDevice({
  psId,
  onAdded,
  ...dialog
}: FormProps & { psId?: string; onAdded: (device: Device) => void }) {
  const form = useForm(deviceCalls.add.input, psId ? { psId } : {})
  const saving = useSaving(deviceCalls.add, {
    refresh: deviceViews,
    said: ({ name, code }) => ['设备已登记', `${name} ${code}`],
    form,
    faults,
    onClose: dialog.onClose,
    onSaved: onAdded,
  })
  return (
    <DeviceDrawer {...dialog} title="新增设备" verb="新增" form={form} saving={saving} onSend={saving.send} />
  )
}

export function EditDevice({ opened, ...dialog }: FormProps & { opened: Device }) {
  const form = useForm(deviceCalls.add.input, inputOf(opened))
  const readAgain = useReadAgain(deviceCalls.detail)
  const saving = useSaving(deviceCalls.edit, {
    refresh: deviceViews,
    said: ({ name }) => ['设备已保存', name],
    form,
    faults,
    onClose: dialog.onClose,
  })
  const { seen, look } = useSeen(opened, {
    saving,
    readAgain: ({ id }) => readAgain({ id }),
    onFresh: (fresh) => form.rebase(inputOf(fresh)),
  })
  return (
    <DeviceDrawer
      {...dialog}
      title="编辑设备"
      verb="保存"
      form={form}
      seen={seen}
      saving={saving}
      onRefresh={look}
      onSend={({ psId: _psId, ...input }) => saving.send({ ...input, id: seen.id, version: seen.version })}
    />
  )
}

function DeviceDrawer({ form, seen, onSend, ...rest }: RecordDrawer<typeof deviceCalls.add.input, Device>) {
  const [uploading, setUploading] = useState(false)
  const [files, setFiles] = useState<UploadedFile[]>(seen?.pictures ?? [])
  return (
    <FieldsDrawer
      {...rest}
      form={form}
      refusal={uploading ? '图片还在上传，请稍候' : null}
      uploading={uploading}
      onSubmit={() => form.submit(onSend)}
    >
      <DeviceFields
        form={form}
        known={seen}
        files={files}
        onFiles={(chosen) => {
          setFiles(chosen)
          form.set(
            'pictures',
            chosen.map(({ path }) => path),
          )
        }}
        onUploading={setUploading}
      />
    </FieldsDrawer>
  )
}
