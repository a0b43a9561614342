import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Check, History, Link2, Undo2 } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { KindTag, nameOf, whoOf } from './audit-list.tsx'
import css from './audit-log.module.css'

type Entry = Received<typeof auditLogCalls.detail>

type EntryDetailProps = { number: string; onShow: (number: string) => void }

/** One entry: who, when, from where; before and after; its place in the chain. */
export function EntryDetail({ number, onShow }: EntryDetailProps) {
  const read = useCall(auditLogCalls.detail, { number })
  return (
    <Reading read={read} name="条目" height={320}>
      {(entry) => (
        <div className={css.detail}>
          <h2 className={css.title}>
            {nameOf(entry)} <KindTag kind={entry.kind} />
            <span className={css.number}>#{formatNumber(Number(entry.number))}</span>
          </h2>
          <Origin entry={entry} />
          <Comparison entry={entry} />
          {entry.restore && <Restore entry={entry} refusal={entry.restore.refusal} />}
          <Chain entry={entry} onShow={onShow} />
          <a
            className={css.all}
            href={paths.auditLog.href({ object: entry.of.object, record: entry.of.record })}
          >
            <History className="i" aria-hidden />
            这个对象的全部变更 {formatNumber(entry.of.total)}
          </a>
        </div>
      )}
    </Reading>
  )
}

function Origin({ entry }: { entry: Entry }) {
  const { username, at, address, device, session, call, callTitle, request } = entry
  const from = [address, device, session && `会话 ${session.slice(0, 8)}`].filter(Boolean).join('，')
  const facts = [
    ['谁', username ? `${whoOf(entry)}（${username}）` : whoOf(entry)],
    ['何时', at],
    ['从哪里', from || EMPTY],
    ['请求', call ? `${callTitle ?? ''} ${call}` : EMPTY],
  ] as const
  return (
    <dl className={css.facts}>
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {request && (
        <div>
          <dt>请求编号</dt>
          <dd>
            <CopyText text={request} label={`复制请求编号 ${request}`} />
            {request.slice(0, 13)}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Comparison({ entry: { kind, changes } }: { entry: Entry }) {
  if (changes.length === 0) return null
  return (
    <section>
      <h3>{kind === 'edit' ? '前后对比' : '内容'}</h3>
      <table className={css.diff}>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">之前</th>
            <th scope="col">之后</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ column, title, before, after }) => (
            <tr key={column}>
              <th scope="row">{title}</th>
              <td className={before === null ? undefined : css.before}>{before ?? EMPTY}</td>
              <td className={after === null ? undefined : css.after}>{after ?? EMPTY}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** 按旧值恢复: writes a new change, by the rules of an edit. */
function Restore({ entry, refusal }: { entry: Entry; refusal: string | null }) {
  const { show, shown } = useOverlays({
    restore: (overlay) => (
      <SendDialog
        {...overlay}
        title={`按旧值恢复“${nameOf(entry)}”？`}
        text="写入一次新的修改，把这次修改过的字段改回“之前”的值；这条记录不变。"
        verb="恢复"
        call={auditLogCalls.restore}
        input={{ number: entry.number }}
        said={() => ['已按旧值恢复', nameOf(entry)]}
      />
    ),
  })
  return (
    <div>
      <Button icon={Undo2} refusal={refusal} onClick={() => show('restore')}>
        按旧值恢复
      </Button>
      {shown}
    </div>
  )
}

const short = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`

function Chain({
  entry: { number, chain, digestDay },
  onShow,
}: {
  entry: Entry
  onShow: (number: string) => void
}) {
  return (
    <section>
      <h3>链</h3>
      <div className={css.chain}>
        {chain.map((link, at) => (
          <Fragment key={link.number}>
            {at > 0 && <Link2 className="i s" aria-hidden />}
            <button
              type="button"
              className={link.number === number ? `${css.link} ${css.current}` : css.link}
              aria-current={link.number === number}
              onClick={() => onShow(link.number)}
            >
              <b>
                #{formatNumber(Number(link.number))}
                <Check className="i s" aria-hidden />
              </b>
              <span>{short(link.hash)}</span>
              <span>前 {link.previous.slice(0, 4)}…</span>
            </button>
          </Fragment>
        ))}
      </div>
      <p className="t3 s12">
        每条含前一条的 SHA-256；
        {digestDay === null ? '每日摘要写入服务器日志。' : `每日摘要 ${digestDay.slice(5)} 已外存。`}
        若断裂，徽标变红并指出第一条。
      </p>
    </section>
  )
}
