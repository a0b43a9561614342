import { paths } from '@heliodesk/contract/paths.ts'
import {
  BookOpen,
  ChevronRight,
  CloudUpload,
  Download,
  LogOut,
  RefreshCw,
  Settings2,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useField } from '../../domain/field/field-store.ts'
import { fieldState } from '../../domain/field/field-state.ts'
import { waitingOfOthers } from '../../domain/field/waiting.ts'
import { LogoutDialog } from '../../domain/LogoutDialog.tsx'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { formatAge, formatNumber, formatSize } from '../../kit/format.ts'
import { useOwnMenu } from '../../kit/own-menu.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { spotUnder } from '../../kit/PopMenu.tsx'
import { hostOf, install, isIos, useInstallation } from '../../lib/installation.ts'
import { takeAhead, useAhead } from '../../lib/kept/ahead.ts'
import { forgetKept } from '../../lib/kept/forget.ts'
import { closeShelf, keepsAnswers, ownShelf } from '../../lib/kept/read.ts'
import { KEPT_BYTES, type Amount } from '../../lib/kept/shelf.ts'
import { useLine } from '../../lib/line.ts'
import { offerReload } from '../../lib/load-failure.ts'
import { useCan } from '../../lib/permission.tsx'
import { useSession } from '../../lib/session.ts'
import { howToInstall } from './how-to-install.ts'
import { ReportList } from './reports/ReportList.tsx'
import css from './field.module.css'

/** 我的 on a phone: who this is, how the phone stands with the server, and what lies on it. */
export function MyPage() {
  const user = useSession((state) => state.user)
  const phone = usePhone()
  const [leaving, setLeaving] = useState(false)
  if (!user) return null
  return (
    <div className={css.my}>
      <PageHead title="我的" />
      <section className={css.who} aria-label="账号">
        <span className="av me" aria-hidden>
          {user.avatar === null ? user.realname.slice(-1) : <img src={user.avatar} alt="" />}
        </span>
        <div>
          <b>{user.realname}</b>
          <p className="t3">{[user.departName, user.tenantName].filter(Boolean).join(' · ')}</p>
        </div>
      </section>
      <Sync />
      <Reports />
      <KeptHere />
      <Installing />
      <section className={css.rows} aria-label="其他">
        {phone && (
          <button
            type="button"
            aria-haspopup="menu"
            onClick={(event) => useOwnMenu.setState({ spot: spotUnder(event.currentTarget, true) })}
          >
            <Settings2 className="i" aria-hidden />
            <span className="grow">更多功能</span>
            <ChevronRight className="i" aria-hidden />
          </button>
        )}
        <a href={paths.manual.href()}>
          <BookOpen className="i" aria-hidden />
          <span className="grow">现场手册</span>
          <ChevronRight className="i" aria-hidden />
        </a>
        <p>
          <span className="grow">版本</span>
          <span className="t3">{build()}</span>
        </p>
      </section>
      <div className={`touch-send ${css.leave}`}>
        <Button kind="dng" icon={LogOut} onClick={() => setLeaving(true)}>
          退出登录
        </Button>
      </div>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </div>
  )
}

/** The name of the first script of our own, which is another one in each build; the bundler's before it stays the same. */
const build = () =>
  /-([\w-]{8})\.js/.exec(
    document.querySelector('script[type=module][src*="/start-"]')?.getAttribute('src') ?? '',
  )?.[1] ?? '开发版'

/** What was done here and has not arrived, of this person and in number of others. */
function Waiting() {
  const { book, progress } = useField()
  const { text } = fieldState(
    book,
    progress,
    useLine((state) => state.isThere),
  )
  const others = waitingOfOthers(useSession(({ user }) => user?.id ?? ''))
  return (
    <>
      <a className={css.link} href={paths.outbox.href()}>
        <CloudUpload className="i" aria-hidden />
        <span className="grow">现场记录</span>
        <span className="t3">{text}</span>
        <ChevronRight className="i" aria-hidden />
      </a>
      {others > 0 && <p className="t3">本机还有其他同事的 {others} 条记录等待发送，由其本人登录后发送。</p>}
    </>
  )
}

/** As many as are of interest at a look. */
const SHOWN_REPORTS = 3

/** The defects that this person reported, and the way to report another one. */
function Reports() {
  const mayReport = useCan('order:create')
  const outbox = useField((state) => state.outbox)
  if (!mayReport || !keepsAnswers() || !outbox) return null
  return (
    <section className={css.card} aria-label="我上报的缺陷">
      <h2>我上报的</h2>
      <ReportList most={SHOWN_REPORTS} />
      <div className={`touch-row ${css.acts}`}>
        <a className="btn" href={paths.myReports.href({ act: 'report' })}>
          <TriangleAlert className="i" aria-hidden />
          上报缺陷
        </a>
        <a className="btn" href={paths.myReports.href()}>
          全部
        </a>
      </div>
    </section>
  )
}

function Sync() {
  const isThere = useLine((state) => state.isThere)
  const { busy, at, asked } = useAhead()
  if (!keepsAnswers()) return null
  return (
    <section className={css.card} aria-label="同步状态">
      <h2>同步状态</h2>
      <Waiting />
      <p>
        {isThere ? '已连接' : '离线，有信号后自动更新'}
        {busy ? ` · 正在更新，已取 ${formatNumber(asked)} 项` : at !== null && ` · ${formatAge(at)} 更新`}
      </p>
      <div className="touch-row">
        <Button
          icon={RefreshCw}
          busy={busy}
          refusal={isThere ? null : '没有信号'}
          onClick={() => void takeAhead().catch(offerReload)}
        >
          立即更新
        </Button>
      </div>
    </section>
  )
}

function KeptHere() {
  const [amount, setAmount] = useState<Amount | null>(null)
  const [asking, setAsking] = useState(false)
  const busy = useAhead((state) => state.busy)
  const count = useCallback(async () => setAmount((await (await ownShelf())?.amount()) ?? null), [])
  useEffect(() => {
    if (!busy) void count().catch(() => undefined)
  }, [count, busy])
  const clear = async () => {
    closeShelf()
    await forgetKept()
    setAsking(false)
    await count()
  }
  return (
    <section className={css.card} aria-label="本机数据">
      <h2>本机数据</h2>
      {keepsAnswers() ? (
        <>
          <p>
            {amount === null || amount.answers === 0
              ? '还没有'
              : `${formatSize(amount.bytes)}，${formatNumber(amount.answers)} 项，最早 ${formatAge(amount.oldest ?? 0)}`}
          </p>
          <p className="t3">
            工单、设备、两票等加密保存在本机，只有您登录时能读，退出登录即清除；最多 {formatSize(KEPT_BYTES)}
            ，满了先删最早的。图片和附件不保存。
          </p>
          <div className="touch-row">
            <Button
              icon={Trash2}
              refusal={amount && amount.answers > 0 ? null : '本机没有数据'}
              onClick={() => setAsking(true)}
            >
              清除
            </Button>
          </div>
          <ConfirmDialog
            open={asking}
            title="清除本机数据"
            text="清除后，没有信号时看不到工单；有信号后会再取。"
            verb="清除"
            onConfirm={() => void clear().catch(offerReload)}
            onCancel={() => setAsking(false)}
          />
        </>
      ) : (
        <p className="t3">此网址不是 HTTPS，本机不保存数据；没有信号时打不开。</p>
      )}
    </section>
  )
}

function Installing() {
  const { question, installed } = useInstallation()
  const facts = { installed, asks: question !== null, secure: isSecureContext, host: hostOf(), ios: isIos() }
  return (
    <section className={css.card} aria-label="安装到桌面">
      <h2>安装到桌面</h2>
      <p>{howToInstall(facts)}</p>
      {question && facts.host === null && (
        <div className="touch-row">
          <Button icon={Download} onClick={() => void install()}>
            安装
          </Button>
        </div>
      )}
    </section>
  )
}
