import { apiTokenCalls, tokenKinds, tokenStates, type ApiToken } from '@heliodesk/contract/api-tokens.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { Ban, CircleCheck, CircleX, Clock, Snowflake } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatMinute } from '../../kit/format.ts'
import { lookTag } from '../../kit/LookTag.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import css from './tokens.module.css'

const StateTag = lookTag(tokenStates, {
  active: ['ok', CircleCheck],
  expiring: ['undo', Clock],
  expired: ['ln', CircleX],
  revoked: ['ln', Ban],
  stopped: ['err', Snowflake],
})

const isUsable = ({ state }: ApiToken) => state === 'active' || state === 'expiring'

function reachOf({ readOnly, codes }: ApiToken): string {
  const titles = codes.map(titleOfPermission)
  const said =
    titles.length > 3 ? `${titles.slice(0, 3).join('、')}等 ${titles.length} 项` : titles.join('、')
  if (!readOnly) return said
  return said ? `只读：${said}` : '只读：本账号可查看的全部'
}

/** Tokens, each of which can be revoked after a confirmation. */
export function TokenList({
  tokens,
  withOwners = false,
}: {
  tokens: readonly ApiToken[]
  withOwners?: boolean
}) {
  const { show, shown } = useOverlays({
    revoke: (dialog, token: ApiToken) => (
      <RemoveDialog
        {...dialog}
        call={apiTokenCalls.revoke}
        input={{ id: token.id }}
        verb="吊销"
        title={`吊销令牌“${token.name}”？`}
        text="使用它的程序从下一次调用起立即失效，不能恢复。"
        done={['令牌已吊销', token.name]}
      />
    ),
  })
  return (
    <>
      <ul className={css.tokens} aria-label="令牌">
        {tokens.map((token) => (
          <li key={token.id} className={isUsable(token) ? undefined : css.ended}>
            <div>
              <div className={css.name}>
                <b>{token.name}</b>
                <code>{token.prefix}…</code>
                <StateTag state={token.state} />
                {withOwners && (
                  <span className="tag ln">
                    {tokenKinds[token.kind]} · {token.ownerName}
                  </span>
                )}
              </div>
              <div className={css.facts}>
                <span>{reachOf(token)}</span>
                <span className={token.state === 'expiring' ? css.expiring : undefined}>
                  {formatMinute(token.expireTime)} 到期{isUsable(token) && `，还有 ${token.daysLeft} 天`}
                </span>
                {token.networks.length > 0 && <span>只限 {token.networks.join('、')}</span>}
                <span>
                  {token.lastUsedTime
                    ? `${formatMinute(token.lastUsedTime)} 用过${token.lastUsedFrom ? `，来自 ${token.lastUsedFrom}` : ''}`
                    : '还没有用过'}
                </span>
              </div>
            </div>
            {isUsable(token) && (
              <Button size="sm" kind="dng" onClick={() => show('revoke', token)}>
                吊销
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown}
    </>
  )
}
