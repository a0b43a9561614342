import type { ReactNode, RefObject } from 'react'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Button } from './Button.tsx'
import { CommandAlert } from './CommandAlert.tsx'
import { FormDrawer } from './Drawers.tsx'
import { EnterForm } from './EnterForm.tsx'
import type { Saving } from './use-saving.ts'

type FieldsDrawerProps<I> = {
  title: string
  label?: ReactNode
  /** On the button that sends: 新增, 保存. */
  verb: string
  open: boolean
  /** Of `useForm`. */
  form: {
    form: RefObject<HTMLFormElement | null>
    dirty: boolean
    submit: (send: (input: I) => void, ...faults: readonly (string | null)[]) => void
  }
  /** Of `useSaving`. */
  saving: Saving
  /** Why it may not be sent now, as a sentence. */
  refusal?: string | null
  /** Why none of it may be changed at all, said above the button too. */
  closed?: string | null
  /** Uploads still run: closing waits for them. */
  uploading?: boolean
  /** The address says that it is open. */
  inAddress?: boolean
  onClose: () => void
  /** Offered where the failure was that somebody else had changed it. */
  onRefresh?: () => void
  /** Gets what was typed once nothing is wrong with it. */
  onSend: (input: I) => void
  /** What the server's checks say against what is typed, shown at its fields: nothing is sent until all are null. */
  checks?: readonly (string | null)[]
  /** The same drawer shows what there is until it is to be edited (spec 2 §4). */
  detail?: {
    content: ReactNode
    editing: boolean
    /** Asked after the question whether what was typed may go; the form is then to be reset. */
    onSwitch: (editing: boolean) => void
    /** The right to edit. */
    code?: PermissionCode
    /** Why it may not be edited now, as a sentence. */
    refusal?: string | null
  }
  children: ReactNode
}

/** The fields of one form in a drawer: what went wrong stands above the button, and Enter sends. */
export function FieldsDrawer<I>({
  form,
  saving: { error, busy, done },
  verb,
  refusal: untilReady = null,
  closed = null,
  onRefresh,
  onSend,
  checks,
  detail,
  children,
  ...rest
}: FieldsDrawerProps<I>) {
  if (detail && !detail.editing)
    return (
      <FormDrawer
        {...rest}
        cancel={{ text: '关闭' }}
        actions={
          <Button
            key="edit"
            kind="pri"
            code={detail.code}
            refusal={detail.refusal}
            onClick={() => detail.onSwitch(true)}
          >
            编辑
          </Button>
        }
      >
        {detail.content}
      </FormDrawer>
    )
  const refusal = closed ?? untilReady
  const submit = () => form.submit(onSend, ...(checks ?? []))
  return (
    <FormDrawer
      {...rest}
      dirty={form.dirty && !done}
      cancel={detail && { text: '取消', onCancel: () => detail.onSwitch(false) }}
      notice={<CommandAlert error={error} refusal={closed} onRefresh={onRefresh} />}
      actions={
        <Button key="send" kind="pri" busy={busy} refusal={refusal} onClick={submit}>
          {verb}
        </Button>
      }
    >
      <EnterForm
        form={form.form}
        className="fields"
        onSend={() => {
          if (!refusal && !busy) submit()
        }}
      >
        {children}
      </EnterForm>
    </FormDrawer>
  )
}
