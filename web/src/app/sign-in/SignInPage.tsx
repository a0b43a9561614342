import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clientConfig } from '../../lib/client-config.ts'
import { isAlteration, otherSignInPage } from '../entry.ts'
import { Logo } from '../../kit/Logo.tsx'
import { ThemeButton } from '../ThemeButton.tsx'
import { AppDownload } from './AppDownload.tsx'
import { ForgotPanel } from './ForgotPanel.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { SecurityDialog } from './SecurityDialog.tsx'
import { SunScene } from './SunScene.tsx'
import signInFormsCss from './sign-in-forms.module.css'
import signInCss from './sign-in.module.css'

type SignInPageProps = {
  /** The hash of the address: the login or the forgotten password. */
  hash: string
  /** A ticket from the address is being redeemed. */
  redeeming: boolean
  /** Called when a sign-in is likely, so that the workspace can be preloaded. */
  onPrepare: () => void
}

/** The sign-in page (spec 1 §1, §2.8). */
export function SignInPage({ hash, redeeming, onPrepare }: SignInPageProps) {
  const forgotten = isAlteration(hash)
  const { productName, logoUrl, areas } = clientConfig()
  useEffect(() => {
    document.title = `${forgotten ? '找回密码' : '登录'} · ${productName}`
  }, [forgotten, productName])
  return (
    <div className={`${signInFormsCss.signIn} ${signInCss.signIn}`}>
      <section className={signInCss.scene} aria-label={productName}>
        <SunScene />
        <div className={signInCss.brand}>
          <Logo size={28} src={logoUrl} />
          <span className={signInCss.long}>{productName}</span>
          <span className={signInCss.short}>{productName.replace(/管理平台$/, '')}</span>
          <small>Heliodesk</small>
        </div>
        <div className={signInCss.motto}>
          <p>每一小时的阳光，都有人负责</p>
          {areas.length > 0 && <small>{areas.join(' · ')}，一处可查</small>}
        </div>
      </section>
      <div className={signInCss.desk}>
        <header>
          <span className={signInCss.site}>
            <MapPin className="i s" aria-hidden />
            中国站 / 简体中文
          </span>
          <AppDownload />
          <ThemeButton />
        </header>
        <main>
          {redeeming ? (
            <Redeeming />
          ) : forgotten ? (
            <ForgotPanel hash={hash} />
          ) : (
            <LoginPanel hash={hash} onPrepare={onPrepare} />
          )}
        </main>
        <Footer />
      </div>
      <SecurityDialog forgotten={forgotten ? null : otherSignInPage('alteration', hash)} />
    </div>
  )
}

/** Shown only briefly; after a delay it says what the user is waiting for. */
function Redeeming() {
  return (
    <p className={signInFormsCss.loginRedeeming} role="status">
      <span className="spin" aria-hidden />
      正在验证登录信息…
    </p>
  )
}

function Footer() {
  const [year] = useState(() => new Date().getFullYear())
  const { filingNumber } = clientConfig()
  return (
    <footer>
      <p>Copyright © 2019–{year} Heliodesk 版权所有</p>
      {filingNumber && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {filingNumber}
        </a>
      )}
    </footer>
  )
}
