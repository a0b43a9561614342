import type { ReactNode, RefObject } from 'react'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Button } from './Button.tsx'
import { CommandAlert } from './CommandAlert.tsx'
import { FormDrawer } from './Drawers.tsx'
import { EnterForm } from './EnterForm.tsx'
import { untilRead, type Awaited } from './Reading.tsx'
import { ErrorCard } from './States.tsx'
import { DRAWER_WAIT_MS, useLate } from './use-late.ts'
import type { Saving } from './use-saving.ts'

type FieldsDrawerProps<I> = {
  title: string
  label?: ReactNode
  /** The label of the submit button: 新增, 保存. */
  verb: string
  open: boolean
  /** The result of `useForm`. */
  form: {
    form: RefObject<HTMLFormElement | null>
    dirty: boolean
    size: number
    submit: (send: (input: I) => void, ...faults: readonly (string | null)[]) => void
  }
  /** The result of `useSaving`. */
  saving: Saving
  /** Why the form cannot be sent now, as a sentence. */
  refusal?: string | null
  /** Why the record cannot be changed at all; also shown above the button. */
  closed?: string | null
  /** Shown instead of the fields until they have their values. */
  awaits?: Awaited | null
  /** Uploads are still running: closing waits for them. */
  uploading?: boolean
  /** How this device keeps the typed values, as a sentence. */
  keptNote?: string
  /** The open state is in the address. */
  inAddress?: boolean
  /** Beside the list instead of above it, where the page draws it. */
  docked?: boolean
  /** Its few fields need the width of a drawer. */
  roomy?: boolean
  onClose: () => void
  /** Offered when the command failed because another user had changed the record. */
  onRefresh?: () => void
  /** Receives the values once they are valid. */
  onSend: (input: I) => void
  /** Errors from the server's checks of the typed values, shown at their fields. Nothing is sent until all are null. */
  checks?: readonly (string | null)[]
  /** Lets the drawer show the record first and switch to editing (spec 2 §4). */
  detail?: {
    content: ReactNode
    editing: boolean
    /** Called after the user agreed to discard the typed values; the caller then resets the form. */
    onSwitch: (editing: boolean) => void
    /** The permission to edit. */
    code?: PermissionCode
    /** Why the record cannot be edited now, as a sentence. */
    refusal?: string | null
  }
  children: ReactNode
}

/** The largest form that is a dialog. */
const SMALL = 5

/**
 * The fields of one form in a drawer, or in a dialog if they are few. A form with an address of its own is a drawer, as
 * is one that the record's detail switches to. Errors show above the button, and Enter submits.
 */
export function FieldsDrawer<I>({
  form,
  saving,
  verb,
  refusal: untilReady = null,
  closed = null,
  awaits = null,
  onRefresh,
  onSend,
  checks,
  detail,
  roomy = false,
  children,
  ...rest
}: FieldsDrawerProps<I>) {
  const error = awaits?.read.error ?? null
  const late = useLate(awaits !== null && error === null, DRAWER_WAIT_MS)
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
  const { busy, done } = saving
  const refusal = closed ?? untilReady ?? untilRead(awaits)
  const submit = () => form.submit(onSend, ...(checks ?? []))
  return (
    <FormDrawer
      {...rest}
      small={form.size <= SMALL && !detail && !rest.inAddress && !roomy}
      dirty={form.dirty && !done}
      cancel={detail && { text: '取消', onCancel: () => detail.onSwitch(false) }}
      notice={<CommandAlert error={saving.error} refusal={closed} onRefresh={onRefresh} />}
      actions={
        <Button key="send" kind="pri" busy={busy} refusal={refusal} onClick={submit}>
          {verb}
        </Button>
      }
    >
      {awaits ? (
        error ? (
          <ErrorCard
            title={`${awaits.noun}没有取到`}
            error={error}
            onRetry={() => void awaits.read.refetch()}
          />
        ) : (
          late && <FieldsSkeleton count={form.size} />
        )
      ) : (
        <EnterForm
          form={form.form}
          className="fields"
          onSend={() => {
            if (!refusal && !busy) submit()
          }}
        >
          {children}
        </EnterForm>
      )}
    </FormDrawer>
  )
}

const FieldsSkeleton = ({ count }: { count: number }) => (
  <div className="fields" role="status" aria-label="正在加载">
    {Array.from({ length: count }, (_each, index) => (
      <div key={index}>
        <i className="sk" style={{ width: 56 + (index % 3) * 12, height: 14, margin: '3px 0 9px' }} />
        <i className="sk" style={{ height: 34 }} />
      </div>
    ))}
  </div>
)
