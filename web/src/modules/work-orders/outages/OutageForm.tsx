import { outageCategories, outageParties, usualParty } from '@heliodesk/contract/outage-categories.ts'
import { outageCalls, type Peer } from '@heliodesk/contract/outages.ts'
import { Field } from '../../../kit/Field.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { DeviceSelect } from '../forms/DeviceSelect.tsx'
import type { OrderDetail } from '../order.ts'
import type { Outage } from './outage.ts'
import { PeersEditor, type PeerDraft } from './PeersEditor.tsx'

type OutageFormProps = OverlayProps & {
  order: OrderDetail
  outage: Outage | null
  /** The company's time now. */
  at: string
  /** Proposes that it is back now. */
  closing?: boolean
}

/** Says what is out since when, or that it is back. */
export function OutageForm({ order, outage, at, closing = false, ...overlay }: OutageFormProps) {
  const form = useForm(outageCalls.save.input, startingFrom(order, outage, at, closing))
  const { field, values } = form
  const saving = useSaving(outageCalls.save, {
    said: ({ name, untilTime }) => [untilTime ? '停机记录已保存' : '停机已登记', name],
    form,
    faults: {
      'outage.from': ['fromTime'],
      'outage.until': ['untilTime'],
      'outage.device': ['deviceId'],
      'outage.capacity': ['capacityKwp'],
    },
    onClose: overlay.onClose,
  })
  const category = field('category')
  const device = field('deviceId')
  return (
    <FieldsDrawer
      {...overlay}
      title={closing ? '停机恢复' : outage ? '编辑停机记录' : '登记停机'}
      verb="保存"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      <Field label="设备" error={device.error} ask="选择" hint="台账中没有的部件，改填停机对象">
        {(control) => (
          <DeviceSelect
            {...control}
            value={device.value}
            onChange={device.onChange}
            psId={order.psId}
            typeId={undefined}
            known={knownDevice(order, outage)}
          />
        )}
      </Field>
      {!values.deviceId && (
        <TextField
          {...field('objectName')}
          label="停机对象"
          required
          placeholder="如：3 号方阵 2 支路、全站"
        />
      )}
      <SelectField
        {...category}
        label="停机类别"
        required
        choices={outageCategories}
        onChange={(chosen) => {
          category.onChange(chosen)
          if (chosen) field('party').onChange(usualParty[chosen])
        }}
      />
      <SelectField
        {...field('party')}
        label="责任方"
        required
        choices={outageParties}
        hint="按类别预填，可修改"
      />
      <TimeField {...field('fromTime')} label="停机时间" required />
      <TimeField {...field('untilTime')} label="恢复时间" after={values.fromTime} hint="仍在停机时不填" />
      <NumberField {...field('share')} label="停运比例" precision={2} suffix="%" hint="占该设备容量" />
      <NumberField
        {...field('capacityKwp')}
        label="停运容量"
        required={!values.deviceId}
        precision={3}
        suffix="kWp"
        hint={values.deviceId ? '不填时按设备额定功率折算' : undefined}
      />
      <NumberField {...field('producedKwh')} label="停机期间仍发电量" precision={2} suffix="kWh" />
      <PeersEditor
        peers={(values.peers as PeerDraft[] | undefined) ?? []}
        error={form.errorOf('peers')}
        onChange={(peers) => form.set('peers', peers as Peer[])}
      />
      <LongTextField {...field('note')} label="说明" max={200} />
    </FieldsDrawer>
  )
}

function knownDevice(order: OrderDetail, outage: Outage | null) {
  const id = outage ? outage.deviceId : order.deviceId
  const name = outage ? outage.name : order.deviceName
  if (!id || !name) return null
  return { id, name, code: '', deviceType: order.deviceType ?? '', psId: order.psId }
}

function startingFrom(order: OrderDetail, outage: Outage | null, at: string, closing: boolean) {
  if (!outage)
    return {
      orderId: order.id,
      deviceId: order.deviceId ?? undefined,
      category: 'forced' as const,
      party: 'operator' as const,
      fromTime: order.createTime,
      share: 100,
    }
  const { id, version, deviceId, name, fromTime, untilTime, category, party, share, capacityKwp } = outage
  return {
    orderId: order.id,
    id,
    version,
    deviceId: deviceId ?? undefined,
    objectName: deviceId ? '' : name,
    fromTime,
    untilTime: untilTime ?? (closing ? at : undefined),
    category,
    party,
    share,
    capacityKwp,
    producedKwh: outage.producedKwh,
    peers: outage.peers,
    note: outage.note,
  }
}
