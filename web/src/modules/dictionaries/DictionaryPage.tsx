import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import { SideList, SideListSkeleton, type SideEntry } from '../../kit/side-list/SideList.tsx'
import { Empty, ErrorCard, ErrorStrip } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { neighbourOf, useDictionaries, type Dictionary } from './dictionary.ts'
import { DictionaryForm } from './DictionaryForm.tsx'
import { ItemsPane } from './ItemsPane.tsx'
import css from './dictionaries.module.css'

/** 字典: the lists of choices in the tenant's forms. The dictionary chosen at the left is in the address. */
export function DictionaryPage() {
  const phone = usePhone()
  const { query, base, change, leave } = useUrlQuery()
  const dictionaries = useDictionaries()
  const all = dictionaries.data
  const code = query.get('dict')
  const chosen = all && choose(all, code, phone)
  const saved = ({ dictCode }: Dictionary) => change({ dict: dictCode })
  const removed = ({ id }: Dictionary) => {
    if (phone) leave(['dict'])
    else change({ dict: (all && neighbourOf(all, id)?.dictCode) ?? null })
  }
  const { show, shown } = useOverlays({
    add: (overlay) => <DictionaryForm {...overlay} onSaved={saved} />,
    edit: (overlay, { id }: Dictionary) => <DictionaryForm {...overlay} asked={{ id }} onSaved={saved} />,
    remove: removing((dictionary: Dictionary) => ({
      // The items may change while the question is open.
      ...removalOf(all?.find(({ id }) => id === dictionary.id) ?? dictionary),
      call: dictionaryCalls.remove,
      input: { id: dictionary.id },
      done: ['字典已删除', dictionary.dictName],
      onRemoved: () => removed(dictionary),
    })),
  })
  const add = () => show('add')
  const retry = () => void dictionaries.refetch()

  const list = all ? (
    <SideList
      name="字典"
      items={all}
      entryOf={entryOf}
      chosen={chosen ?? null}
      hrefOf={({ dictCode }) => `${base}?dict=${dictCode}`}
      // On a phone the items are a separate view, which the back button leaves.
      onChoose={({ dictCode }) => change({ dict: dictCode }, { push: phone })}
      empty={
        <Empty
          title="还没有字典"
          text="字典供表单中的下拉选项使用"
          action={<Button onClick={add}>新建字典</Button>}
        />
      }
    />
  ) : (
    <SideListSkeleton />
  )
  const pane = chosen && (
    <ItemsPane
      key={chosen.id}
      dictionary={chosen}
      onEdit={() => show('edit', chosen)}
      onRemove={() => show('remove', chosen)}
      onBack={phone ? () => leave(['dict']) : null}
    />
  )
  const unknown = all && code !== null && !chosen && (
    <Empty
      title={`没有编码为“${code}”的字典`}
      text="可能已被删除，或编码已修改"
      action={<Button onClick={() => change({ dict: null })}>查看其他字典</Button>}
    />
  )
  return (
    <div className={`list-page ${css.dictionaries}`}>
      {!(phone && code !== null) && (
        <PageHead
          title="字典"
          facts={all && factsOf(all)}
          main={
            <Button kind="pri" icon={Plus} onClick={add}>
              新建字典
            </Button>
          }
        />
      )}
      {all && dictionaries.error && (
        <ErrorStrip title="字典没有更新" error={dictionaries.error} onRetry={retry} />
      )}
      {!all && dictionaries.error ? (
        <ErrorCard title="字典没有取到" error={dictionaries.error} onRetry={retry} />
      ) : (
        <div className={css.panes}>
          {!(phone && code !== null) && list}
          {!(phone && code === null) && <div className={css.pane}>{pane ?? unknown}</div>}
        </div>
      )}
      {shown}
    </div>
  )
}

const entryOf = ({ dictName, dictCode, builtIn, itemCount }: Dictionary): SideEntry => ({
  code: dictCode,
  name: dictName,
  ...(builtIn && { tag: '内置' }),
  fact: `${formatNumber(itemCount)} 项`,
})

/** The dictionary in the address; without one, the first where both panes are visible. */
function choose(all: readonly Dictionary[], code: string | null, phone: boolean): Dictionary | undefined {
  return code === null ? (phone ? undefined : all[0]) : all.find(({ dictCode }) => dictCode === code)
}

function factsOf(all: readonly Dictionary[]): string {
  const own = all.filter(({ builtIn }) => !builtIn).length
  return own > 0 ? `${all.length} 个字典，其中自建 ${own} 个` : `${all.length} 个内置字典`
}

const removalOf = ({ dictName, dictCode, itemCount }: Dictionary) => ({
  title: `删除字典“${dictName}”？`,
  text: `${
    itemCount > 0 ? `其中 ${itemCount} 个字典项一并删除。` : ''
  }使用编码 ${dictCode} 的下拉选项将变为空，已有数据不再显示名称。删除后不可恢复。`,
  verb: itemCount > 0 ? `删除字典和 ${itemCount} 项` : '删除字典',
})
