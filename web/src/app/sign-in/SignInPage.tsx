import { MapPin } from 'lucide-react'
import { useEffect } from 'react'
import { Logo } from '../Logo.tsx'
import { ThemeButton } from '../ThemeButton.tsx'
import { LoginForm } from './LoginForm.tsx'
import { SunScene } from './SunScene.tsx'
import './sign-in.css'

const YEAR = new Date().getFullYear()

/** Sign-in (spec 1 §1, §2.8). `onPrepare` is called when it gets serious, so that the workspace may load ahead. */
export function SignInPage({ onPrepare }: { onPrepare: () => void }) {
  useEffect(() => {
    document.title = '登录 · 光伏运维管理平台'
  }, [])
  return (
    <div className="sign-in">
      <section className="scene" aria-label="光伏运维管理平台">
        <SunScene />
        <div className="brand">
          <Logo size={28} />
          <span className="long">光伏运维管理平台</span>
          <span className="short">光伏运维</span>
          <small>Heliodesk</small>
        </div>
        <div className="motto">
          <p>每一小时的阳光，都有人负责</p>
          <small>工单 · 两票 · 巡检 · 发电，一处可查</small>
        </div>
      </section>
      <div className="desk">
        <header>
          <span className="site">
            <MapPin className="i s" aria-hidden />
            中国站 / 简体中文
          </span>
          <ThemeButton />
        </header>
        <main>
          <h1>登录工作台</h1>
          <p className="lead">使用企业账号登录，登录状态保持 7 天</p>
          <LoginForm onPrepare={onPrepare} />
        </main>
        <footer>Copyright © 2019–{YEAR} Heliodesk 版权所有</footer>
      </div>
    </div>
  )
}
