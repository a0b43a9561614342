import { ChevronsUpDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { clientConfig } from '../../../lib/client-config.ts'
import { useSession, type User } from '../../../lib/session.ts'
import { useShell } from '../../../lib/shell.ts'
import { Fetched } from '../../Fetched.tsx'
import { Logo } from '../../../kit/Logo.tsx'
import type { ReadyRoutes } from '../menu.ts'
import css from './brand.module.css'

/** Guests of partners see another logo than the company's own staff. */
export type Face = 'guest' | 'partner' | 'own'

const GUEST_ROLE = 'r10055'

/** spec 1 §2.5: role r10055 has its own logo, and so have users of type 9 in company 22. */
export function faceOf(user: Pick<User, 'roles' | 'userType' | 'companyId'> | null): Face {
  if (user?.roles.some(({ roleCode }) => roleCode === GUEST_ROLE)) return 'guest'
  return user?.userType === '9' && user.companyId === '22' ? 'partner' : 'own'
}

const useFace = (): Face => useSession(({ user }) => faceOf(user))

const loadSwitcher = async () => (await import('./Switcher.tsx')).Switcher

/**
 * Logo and name at the left of the header, or what stands in their place, and the link to the sister systems, which
 * guests do not have.
 */
export function Brand({ routes, children }: { routes: ReadyRoutes; children?: ReactNode }) {
  const name = useShell()?.productName ?? clientConfig().productName
  const face = useFace()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.brandBar}>
      {children ?? (
        <a className={`brand ${css.brand}`} href={`#${routes.home}`} title={name}>
          <BrandLogo />
          <span className={`${css.name} ell`}>{name}</span>
        </a>
      )}
      {face !== 'guest' && (
        <button
          type="button"
          className="ib sm"
          aria-label="切换系统"
          aria-haspopup="dialog"
          aria-expanded={open}
          data-tour="switcher"
          onClick={() => setOpen(true)}
        >
          <ChevronsUpDown className="i s" aria-hidden />
        </button>
      )}
      <Fetched load={loadSwitcher} props={open ? { routes, name, onClose: () => setOpen(false) } : null} />
    </div>
  )
}

export function BrandLogo() {
  const shell = useShell()
  const face = useFace()
  if (face === 'guest') return <GuestLogo />
  if (face === 'partner') return <PartnerLogo />
  return <Logo size={24} src={shell ? shell.logoUrl : clientConfig().logoUrl} />
}

/** The sun in a ring, for guests. */
function GuestLogo() {
  return (
    <svg className="logo" width={24} height={24} viewBox="0 0 28 28" role="img" aria-label="访客标志">
      <rect x="1" y="1" width="26" height="26" rx="6" fill="none" stroke="var(--mark)" strokeWidth="1.8" />
      <path
        d="M6 18.6a8 8 0 0 1 16 0"
        fill="none"
        stroke="var(--mark)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="14" cy="15.6" r="3.2" fill="var(--mark)" />
      <path d="M6 22h16" stroke="var(--mark)" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}

/** Two overlapping suns, for partners. */
function PartnerLogo() {
  return (
    <svg className="logo" width={24} height={24} viewBox="0 0 28 28" role="img" aria-label="合作方标志">
      <rect width="28" height="28" rx="6.5" fill="var(--c-2)" />
      <circle cx="11" cy="14" r="6" fill="#fff" fillOpacity=".92" />
      <circle cx="17" cy="14" r="6" fill="none" stroke="#fff" strokeWidth="1.8" />
    </svg>
  )
}
