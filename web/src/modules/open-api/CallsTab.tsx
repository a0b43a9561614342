import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { NoMatch } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { CallError, fetchCall } from '../../lib/call.ts'
import { CallPane } from './CallPane.tsx'
import { callsIn, groupsOf, matching, titleOfGroup, type ApiCall, type Document } from './calls.ts'
import css from './calls.module.css'

const DOCUMENT = { method: 'GET', path: '/openapi.json', envelope: 'erp' } as const

async function readDocument(): Promise<Document> {
  const response = await fetchCall(DOCUMENT, {}, {})
  if (!response.ok) throw new CallError('接口文档没有取到', response.status, 'openapi', null, DOCUMENT.path)
  return (await response.json()) as Document
}

/** 接口文档: every call of the product, from the document that the server generates. */
export function CallsTab() {
  const read = useQuery<Document, CallError>({
    queryKey: ['openapi'],
    queryFn: readDocument,
    staleTime: Infinity,
  })
  return (
    <Reading read={read} name="接口文档" height={480}>
      {(document) => <Calls document={document} />}
    </Reading>
  )
}

function Calls({ document }: { document: Document }) {
  const { query, change, leave } = useUrlQuery()
  const phone = usePhone()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const [all] = useState(() => callsIn(document))
  const found = matching(all, wanted)
  const groups = groupsOf(found).toSorted(([one], [other]) =>
    titleOfGroup(one).localeCompare(titleOfGroup(other), 'zh-CN'),
  )
  const chosen = all.find(({ key }) => key === query.get('call'))
  const isList = !phone || !chosen
  return (
    <div className={css.callPanes}>
      {isList && (
        <div className={css.callList}>
          <SearchField
            value={keyword}
            label="搜索接口"
            placeholder="名称、路径、权限"
            onChange={setKeyword}
          />
          <p className="t3 s12">{wanted ? `${found.length} / ${all.length}` : all.length} 个接口</p>
          <div className={css.groups}>
            {groups.map(([group, calls]) => (
              <section key={group} aria-label={titleOfGroup(group)}>
                <h2>
                  {titleOfGroup(group)} <span>{calls.length}</span>
                </h2>
                <ul>
                  {calls.map((call) => (
                    <li key={call.key}>
                      <CallButton
                        call={call}
                        chosen={call === chosen}
                        onChoose={() => change({ call: call.key }, { push: phone })}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {found.length === 0 && <NoMatch title="没有找到接口" onClear={() => setKeyword('')} />}
          </div>
        </div>
      )}
      {chosen ? (
        <section className={css.pane} aria-label={chosen.operation.summary}>
          {phone && <IconButton icon={ChevronLeft} label="返回列表" onClick={() => leave(['call'])} />}
          <CallPane key={chosen.key} document={document} call={chosen} />
        </section>
      ) : (
        !phone && <p className={css.hint}>在左边选择一个接口，查看参数、返回、权限与示例</p>
      )}
    </div>
  )
}

type CallButtonProps = { call: ApiCall; chosen: boolean; onChoose: () => void }

const CallButton = ({ call, chosen, onChoose }: CallButtonProps) => (
  <button type="button" className={css.call} aria-current={chosen || undefined} onClick={onChoose}>
    <code data-method={call.method}>{call.method}</code>
    <span>
      <b>{call.operation.summary}</b>
      <small>{call.path}</small>
    </span>
  </button>
)
