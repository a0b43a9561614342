import { auditLogCalls, type AuditEntry } from '@heliodesk/contract/audit-log.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Globe, UserRound } from 'lucide-react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { formatNumber } from '../../kit/format.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { auditColumns, auditFilters, KindTag, nameOf, whoOf } from './audit-list.tsx'
import { ChainState, VerifyButton } from './ChainState.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { readKind, KindTabs } from './KindTabs.tsx'
import css from './audit-log.module.css'

/** 审计日志: what was changed, seen, exported and refused; nobody can change it. */
export function AuditLogPage() {
  const address = useListAddress()
  const { query } = address
  const kind = readKind(query.get('kind'))
  const record = query.get('record') ?? undefined
  const { list, source } = useSysList(auditLogCalls.list, auditFilters, {
    beside: { kind, record },
    keep: { record: null },
  })
  const phone = usePhone()
  const entry = query.get('entry')
  const open = ({ number }: AuditEntry) => address.change({ entry: number }, { push: entry === null })
  const close = () => address.leave(['entry'])
  const narrowing = { ...list.narrowing, record }
  const wanted = { ...narrowing, kind }
  const detail = entry && (
    <EntryDetail key={entry} number={entry} onShow={(number) => address.change({ entry: number })} />
  )
  return (
    <div className={entry && !phone ? `${css.page} ${css.split}` : css.page}>
      <ListPage
        title="审计日志"
        unit="条"
        facts={phone ? undefined : <ChainState />}
        actions={
          <>
            {!phone && <VerifyButton />}
            <ExportButton
              wanted={{ kind: 'auditEntries', query: wanted }}
              name="审计日志"
              unit="条"
              conditions={list.text}
              total={source.total}
            />
          </>
        }
        above={
          <>
            {phone && (
              <div className={css.verified}>
                <ChainState />
                <VerifyButton />
              </div>
            )}
            <KindTabs
              query={narrowing}
              value={kind}
              onChange={(next) => address.change({ kind: next ?? null, page: null })}
            />
            {record && (
              <p className={css.only}>
                只看一个对象的变更
                <button
                  type="button"
                  className="link"
                  onClick={() => address.change({ record: null, object: null, page: null })}
                >
                  看全部
                </button>
              </p>
            )}
          </>
        }
        code="audit-log"
        name="审计日志"
        columns={auditColumns}
        source={source}
        list={list}
        onOpen={open}
        currentKey={entry}
        note="到期删除亦留痕"
        renderCard={(each) => (
          <RowCard
            href={paths.auditLog.href({ entry: each.number })}
            onOpen={() => open(each)}
            state={<KindTag kind={each.kind} />}
            beside={each.time}
            name={nameOf(each)}
            facts={[
              [UserRound, '谁', whoOf(each)],
              [Globe, '来自', each.address],
            ]}
            actions={[]}
          />
        )}
        empty={{
          title: '还没有审计日志',
          text: '每次新建、修改、删除、导出和被拒都会记在这里，不能修改或删除',
        }}
      />
      {phone ? (
        <DetailDrawer
          open={entry !== null}
          inAddress
          onClose={close}
          top={<span>审计日志</span>}
          title={entry ? `#${formatNumber(Number(entry))}` : ''}
        >
          {detail}
        </DetailDrawer>
      ) : (
        entry && (
          <aside className={css.pane} aria-label="条目" tabIndex={-1}>
            {detail}
          </aside>
        )
      )}
    </div>
  )
}
