import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import type { Form } from '../../kit/use-form.ts'

/** The fields that every device has. */
const fields = deviceCalls.replace.input.pick({
  model: true,
  manufacturer: true,
  serialNo: true,
  ratedKw: true,
})

/** The data on the device's nameplate. */
export function NameplateFields({ form: { field } }: { form: Form<typeof fields> }) {
  return (
    <>
      <TextField {...field('model')} label="型号" placeholder="如 ZC-225HX" />
      <TextField {...field('manufacturer')} label="生产厂家" />
      <TextField {...field('serialNo')} label="序列号" />
      <NumberField {...field('ratedKw')} label="额定功率" suffix="kW" />
    </>
  )
}
