import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { TokenForm } from './TokenForm.tsx'
import { TokenList } from './TokenList.tsx'

/** The user's own tokens: for programs that call with their rights. */
export function OwnTokens({ className }: { className?: string }) {
  const read = useCall(apiTokenCalls.own, {})
  const [secret, setSecret] = useState<string | null>(null)
  const { show, shown } = useOverlays({
    add: (dialog) => <TokenForm {...dialog} codes={read.data?.codes ?? []} onMade={setSecret} />,
  })
  const known = read.data
  // Where the company does not let people have tokens and there is none, there is nothing to say.
  if (known && !known.allowed && known.tokens.length === 0) return null
  return (
    <section className={className} aria-labelledby="own-tokens">
      <header>
        <KeyRound className="i t3" aria-hidden />
        <h2 id="own-tokens">个人令牌</h2>
        <span className="mla">
          <Button
            size="sm"
            icon={Plus}
            refusal={known && !known.allowed ? '公司已关闭个人令牌' : null}
            onClick={() => show('add')}
          >
            新建令牌
          </Button>
        </span>
      </header>
      <Reading read={read} name="个人令牌" height={120}>
        {({ tokens }) =>
          tokens.length > 0 ? (
            <TokenList tokens={tokens} />
          ) : (
            <Empty title="还没有令牌" text="程序用令牌以您的身份调用接口，权限不超过您本人" />
          )
        }
      </Reading>
      {shown}
      {secret !== null && (
        <SecretDialog
          title="令牌已创建"
          secret={secret}
          use="调用时放在请求头 Authorization: Bearer 或 X-Access-Token 中。"
          onClose={() => setSecret(null)}
        />
      )}
    </section>
  )
}
