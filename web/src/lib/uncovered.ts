import { create } from 'zustand'

type Place = { x: number; y: number; width: number; height: number }

type State = {
  /** Where the watermark is left out, in the window. */
  places: ReadonlyMap<Element, Place>
  place: (element: Element, at: Place) => void
  drop: (element: Element) => void
}

export const useUncoveredPlaces = create<State>((set) => ({
  places: new Map(),
  place: (element, { x, y, width, height }) =>
    set(({ places }) => ({ places: new Map(places).set(element, { x, y, width, height }) })),
  drop: (element) =>
    set(({ places }) => {
      const left = new Map(places)
      left.delete(element)
      return { places: left }
    }),
}))
