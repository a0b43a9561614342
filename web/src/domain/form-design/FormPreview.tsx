import type { FormDefinition } from '@heliodesk/contract/form-fields.ts'
import { useState } from 'react'
import { FormFields } from '../oa-form/FormFields.tsx'
import { useOaForm } from '../oa-form/use-oa-form.ts'
import { EnterForm } from '../../kit/EnterForm.tsx'
import { Segments } from '../../kit/Segments.tsx'
import type { Faults } from './fields.ts'
import css from './form-design.module.css'

const devices = { desktop: '电脑', phone: '手机' } as const
type Device = keyof typeof devices

type FormPreviewProps = { definition: Pick<FormDefinition, 'fields' | 'name'>; faults: Faults }

const none = {}
const nothing = () => undefined

/** The form as the applicant sees it. Fields that cannot work yet are left out. */
export function FormPreview({ definition, faults }: FormPreviewProps) {
  const [device, setDevice] = useState<Device>('desktop')
  const broken = definition.fields.filter(({ key }) => faults.has(key))
  return (
    <div className={css.preview}>
      <Segments label="预览设备" choices={devices} value={device} onChange={setDevice} />
      {broken.length > 0 && (
        <p className="alert undo" role="status">
          {broken.map(({ label }) => `“${label}”`).join('、')}有误，没有显示
        </p>
      )}
      <Applicant
        key={JSON.stringify(definition.fields)}
        device={device}
        fields={definition.fields.filter(({ key }) => !faults.has(key))}
        name={definition.name}
      />
    </div>
  )
}

type ApplicantProps = { device: Device; fields: FormDefinition['fields']; name: string }

function Applicant({ device, fields: given, name }: ApplicantProps) {
  const [fields] = useState(given)
  const form = useOaForm(fields, none)
  return (
    <div className={css.device} data-device={device} role="group" aria-label={`${name}预览`}>
      <h3>{name}</h3>
      <EnterForm form={form.form} className="fields" onSend={() => form.submit(nothing)}>
        <FormFields form={form} onBusy={nothing} />
      </EnterForm>
    </div>
  )
}
