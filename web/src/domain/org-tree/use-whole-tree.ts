import { useEffect, useState } from 'react'
import { TreeSession, type TreeSource } from './tree-session.ts'

/** A tree that is loaded as a whole; another `key` creates another tree. */
export function useWholeTree<D>(key: string, top: TreeSource<D>['top']): TreeSession<D> {
  const [made, setMade] = useState(() => ({ key, session: new TreeSession({ top }) }))
  if (made.key !== key) setMade({ key, session: new TreeSession({ top }) })
  const { session } = made
  useEffect(() => {
    void session.begin()
  }, [session])
  return session
}
