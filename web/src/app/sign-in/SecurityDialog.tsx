import { ShieldAlert } from 'lucide-react'
import { create } from 'zustand'
import type { CallError } from '../../lib/call.ts'
import { PopDialog } from './PopDialog.tsx'
import css from './pop-dialog.module.css'

/** The sign-in was rejected for a security reason, which the message names (spec 1 §8, product.md). */
export const isForSecurity = (error: CallError): boolean => error.code === '600'

type Shown = { reason: string | null; returnTo: HTMLElement | null }

const useSecurityReason = create<Shown>(() => ({ reason: null, returnTo: null }))

export const explainSecurity = (error: CallError, returnTo: HTMLElement | null): void =>
  useSecurityReason.setState({ reason: error.message, returnTo })

const close = () => useSecurityReason.setState({ reason: null })

/** The reason, with a link to the password reset where there is one. */
export function SecurityDialog({ forgotten }: { forgotten: string | null }) {
  const { reason, returnTo } = useSecurityReason()
  if (reason === null) return null
  return (
    <PopDialog title="安全提示" returnTo={returnTo} onClose={close}>
      <div className={css.security}>
        <ShieldAlert className="i" aria-hidden />
        <p role="alert">{reason}</p>
      </div>
      <footer>
        {forgotten && (
          <a className="btn" href={forgotten} onClick={close}>
            忘记密码
          </a>
        )}
        <button type="button" className="btn pri" onClick={close}>
          我知道了
        </button>
      </footer>
    </PopDialog>
  )
}
