import { RefreshCw, RotateCw, Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { ErrorCard } from '../../kit/States.tsx'
import { CallError } from '../../lib/call.ts'
import { failureText, isLoadFailure, offerReload } from '../../lib/load-failure.ts'
import css from './no-page.module.css'

type State = { error: unknown }

/** An error boundary per page: an error in one page leaves the others working. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (isLoadFailure(error)) offerReload(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const retry = () => this.setState({ error: null })
    if (error instanceof CallError) return <ErrorCard title="页面没有打开" error={error} onRetry={retry} />
    if (isLoadFailure(error)) return <Outdated failure={failureText(error)} />
    return <Broken error={error} onRetry={retry} />
  }
}

/** Only a reload can tell whether the files are gone or the network is down. */
function Outdated({ failure }: { failure: string }) {
  return (
    <div className={`empty ${css.noPage}`} role="alert">
      <span className={`disc ${css.disc}`}>
        <RefreshCw className="i l" aria-hidden />
      </span>
      <h1>页面加载失败</h1>
      <span>系统可能已更新，或网络已断开</span>
      <small>错误信息：{failure}</small>
      <button type="button" className="btn pri" onClick={() => location.reload()}>
        重新加载
      </button>
    </div>
  )
}

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={`empty ${css.noPage}`} role="alert">
      <span className={`disc ${css.disc} err`}>
        <Unplug className="i l" aria-hidden />
      </span>
      <h1>页面出错了</h1>
      <span>{error instanceof Error ? error.message : '系统异常'}</span>
      <button type="button" className="btn" onClick={onRetry}>
        <RotateCw className="i" aria-hidden />
        重试
      </button>
    </div>
  )
}
