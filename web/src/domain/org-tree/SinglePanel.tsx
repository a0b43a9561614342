import { useSyncExternalStore } from 'react'
import { usePhone } from '../../kit/use-phone.ts'
import { OrgTree, type OrgTreeProps } from './OrgTree.tsx'
import { SearchInput } from './SearchInput.tsx'
import type { TreeSession } from './tree-session.ts'
import css from './tree-popup.module.css'

type SinglePanelProps<D> = Omit<OrgTreeProps<D>, 'height' | 'autoFocus'> & {
  placeholder: string
  hits: (session: TreeSession<D>) => string | null
}

/** Spec 2 §2: the maximum height of a plain dropdown. */
const MAX_HEIGHT = '300px'

/** A tree in which a press chooses at once, without buttons. */
export function SinglePanel<D>({ placeholder, hits, maxHeight = MAX_HEIGHT, ...tree }: SinglePanelProps<D>) {
  const { session } = tree
  useSyncExternalStore(session.subscribe, session.snapshot)
  const phone = usePhone()
  return (
    <div className={`${css.treePanel} ${css.plain}`}>
      <div className={css.find}>
        <SearchInput session={session} placeholder={placeholder} hits={hits(session)} autoFocus={!phone} />
      </div>
      <OrgTree {...tree} height="auto" maxHeight={phone ? 'none' : maxHeight} />
    </div>
  )
}
