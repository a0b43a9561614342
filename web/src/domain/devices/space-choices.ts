import type { SpaceNode } from '@heliodesk/contract/spaces.ts'

type SpaceChoice = { value: string; label: string; depth: number; kind: string }

/** All spaces as one list, with their ancestors in their names; `without` this space and its descendants. */
export const spaceChoices = (
  nodes: readonly SpaceNode[],
  without?: string,
  above = '',
  depth = 0,
): SpaceChoice[] =>
  nodes
    .filter(({ id }) => id !== without)
    .flatMap(({ id, name, kindName, children }) => {
      const label = above ? `${above}/${name}` : name
      return [
        { value: id, label, depth, kind: kindName },
        ...spaceChoices(children, without, label, depth + 1),
      ]
    })
