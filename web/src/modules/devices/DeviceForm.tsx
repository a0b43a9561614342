import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { useState } from 'react'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { deviceViews, inputOf, useFreshDevice, type Device } from './device.ts'
import { DeviceFields, useDeviceForm, type DeviceForm } from './DeviceFields.tsx'

type FormProps = { open: boolean; onClose: () => void }

export function AddDevice({
  psId,
  onAdded,
  ...rest
}: FormProps & { psId?: string; onAdded: (device: Device) => void }) {
  const form = useDeviceForm(psId ? { psId } : {})
  const command = useCommand(deviceCalls.add, {
    refresh: deviceViews,
    errors: 'own',
    onSuccess: (device) => {
      notify({ kind: 'success', title: '设备已登记', text: `${device.name} ${device.code}` })
      rest.onClose()
      onAdded(device)
    },
  })
  return (
    <DeviceDrawer
      {...rest}
      title="新增设备"
      verb="新增"
      form={form}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onSubmit={() => form.submit((input) => command.mutate(input))}
    />
  )
}

/** What the form saves is bound to what it has seen; 刷新 looks again, and what was typed stays. */
export function EditDevice({ opened, ...rest }: FormProps & { opened: Device }) {
  const [seen, setSeen] = useState(opened)
  const form = useDeviceForm(inputOf(opened))
  const readAgain = useFreshDevice()
  const command = useCommand(deviceCalls.edit, {
    refresh: deviceViews,
    errors: 'own',
    onSuccess: ({ name }) => {
      notify({ kind: 'success', title: '设备已保存', text: name })
      rest.onClose()
    },
  })
  const look = async () => {
    try {
      const fresh = await readAgain(opened.id)
      command.reset()
      setSeen(fresh)
      form.rebase(inputOf(fresh))
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return (
    <DeviceDrawer
      {...rest}
      title="编辑设备"
      verb="保存"
      form={form}
      known={seen}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onRefresh={() => void look()}
      onSubmit={() =>
        form.submit(({ psId: _psId, ...input }) =>
          command.mutate({ ...input, id: seen.id, version: seen.version }),
        )
      }
    />
  )
}

type DeviceDrawerProps = FormProps & {
  title: string
  verb: string
  form: DeviceForm
  known?: Device
  error: CallError | null
  busy: boolean
  /** The answer to the last try does not hold for what is being typed now. */
  onChange: () => void
  onRefresh?: () => void
  onSubmit: () => void
}

function DeviceDrawer({ form, known, error, onChange, ...rest }: DeviceDrawerProps) {
  const [uploading, setUploading] = useState(false)
  const [files, setFiles] = useState<UploadedFile[]>(known?.pictures ?? [])
  const taken = (code: string) => (error?.code === code ? error.message : null)
  const nameTaken = taken('device.name_taken')
  const codeTaken = taken('device.code_taken')
  return (
    <FieldsDrawer
      {...rest}
      form={form}
      error={nameTaken || codeTaken ? null : error}
      refusal={uploading ? '图片还在上传，请稍候' : null}
      uploading={uploading}
    >
      <DeviceFields
        form={form}
        known={known}
        nameTaken={nameTaken}
        codeTaken={codeTaken}
        onIdentity={onChange}
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
