import type { ReactNode, RefObject } from 'react'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { CallError } from '../lib/call.ts'
import { Button } from './Button.tsx'
import { CommandAlert } from './CommandAlert.tsx'
import { FormDrawer } from './Drawers.tsx'

type FieldsDrawerProps = {
  title: string
  label?: ReactNode
  /** On the button that sends: 新增, 保存. */
  verb: string
  open: boolean
  /** Of `useForm`. */
  form: { form: RefObject<HTMLFormElement | null>; dirty: boolean }
  /** Why the last try failed, unless a field says so itself. */
  error: CallError | null
  busy: boolean
  /** Why it may not be sent now, as a sentence. */
  refusal?: string | null
  /** Uploads still run: closing waits for them. */
  uploading?: boolean
  /** The address says that it is open. */
  inAddress?: boolean
  onClose: () => void
  /** Offered where the failure was that somebody else had changed it. */
  onRefresh?: () => void
  onSubmit: () => void
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
export function FieldsDrawer({
  form,
  error,
  verb,
  busy,
  refusal,
  onRefresh,
  onSubmit,
  detail,
  children,
  ...rest
}: FieldsDrawerProps) {
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
  return (
    <FormDrawer
      {...rest}
      dirty={form.dirty}
      cancel={detail && { text: '取消', onCancel: () => detail.onSwitch(false) }}
      notice={<CommandAlert error={error} onRefresh={onRefresh} />}
      actions={
        <Button key="send" kind="pri" busy={busy} refusal={refusal} onClick={onSubmit}>
          {verb}
        </Button>
      }
    >
      <form
        ref={form.form}
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (!refusal && !busy) onSubmit()
        }}
      >
        {children}
        {/* The drawer's button stands outside the form, and Enter wants one inside. */}
        <input type="submit" hidden />
      </form>
    </FormDrawer>
  )
}
