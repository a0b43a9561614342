import type { FormValues } from '@heliodesk/contract/form-values.ts'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { Button } from '../../kit/Button.tsx'
import { FormFields } from './FormFields.tsx'
import { everyKind, sentRequest } from './samples.ts'
import { useOaForm } from './use-oa-form.ts'

const nothing = () => undefined

function Filled({ start }: { start: FormValues }) {
  const form = useOaForm(everyKind.fields, start)
  return (
    <form ref={form.form} noValidate>
      <div className="fields">
        <FormFields form={form} files={sentRequest.files} onBusy={nothing} />
      </div>
      <Button kind="pri" onClick={() => form.submit(nothing)}>
        提交
      </Button>
    </form>
  )
}

export default {
  title: '表单字段',
  group: '录入',
  states: {
    还没有填写: () => <Filled start={{}} />,
    '已填写，条件显示一项': () => <Filled start={sentRequest.form} />,
  },
} satisfies GalleryEntry
