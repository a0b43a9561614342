import { Lock } from 'lucide-react'
import css from './no-page.module.css'

/** The page for unknown addresses. */
export function NotFound() {
  return (
    <div className={`empty ${css.noPage}`}>
      <svg width="264" height="132" viewBox="0 0 132 66" aria-hidden>
        <path className={css.path} d="M16 58a50 50 0 0 1 100 0" />
        <path className={css.set} d="M47 58a19 19 0 0 1 38 0z" />
        <path className={css.ground} d="M4 58.5h124" />
      </svg>
      <h1>这一页已经落山了</h1>
      <span>很抱歉，资源未找到!</span>
      <p>
        <button type="button" className="btn" onClick={() => history.back()}>
          返回上一页
        </button>
        <a className="btn pri" href="#/">
          回到首页
        </a>
      </p>
    </div>
  )
}

export function NotPermitted() {
  return (
    <div className={`empty ${css.noPage}`}>
      <span className={`disc ${css.disc}`}>
        <Lock className="i l" aria-hidden />
      </span>
      <h1>您当前暂无权限，请联系管理员！</h1>
      <span>这个页面不在您的菜单里，管理员可以在角色中加上它</span>
      <p>
        <a className="btn pri" href="#/">
          回到首页
        </a>
      </p>
    </div>
  )
}
