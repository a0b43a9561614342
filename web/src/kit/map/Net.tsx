import type { ReactNode } from 'react'
import { Word } from './Word.tsx'
import { boundsOf, graticule, project, type Camera, type Size } from './camera.ts'
import { isFree, labelsOf, type Cluster } from './clusters.ts'

export type NetProps = {
  camera: Camera
  size: Size
  clusters: readonly Cluster<{ province: string | null }>[]
  /** More lines, in the map's pixels. */
  children?: ReactNode
}

/** A graticule and province names instead of borders, which need an approved base map. */
export function Net({ camera, size, clusters, children }: NetProps) {
  const view = boundsOf(camera, size)
  const { meridians, parallels } = graticule(view)
  const place = project(camera, size)
  const across = meridians.map((longitude) => ({
    degree: longitude,
    ...place({ longitude, latitude: view.north }),
  }))
  const down = parallels.map((latitude) => ({
    degree: latitude,
    ...place({ longitude: view.west, latitude }),
  }))
  return (
    <>
      <svg width={size.width} height={size.height} aria-hidden>
        {across.map(({ degree, x }) => (
          <line key={degree} className="net" x1={x} x2={x} y1="0" y2={size.height} />
        ))}
        {down.map(({ degree, y }) => (
          <line key={degree} className="net" x1="0" x2={size.width} y1={y} y2={y} />
        ))}
        {children}
      </svg>
      {across.map(
        ({ degree, x }) =>
          x < size.width - 48 &&
          isFree(clusters, x + 14, size.height - 10) && (
            <Word key={degree} x={x + 3} y={size.height - 10} anchor="start">
              {degree}°
            </Word>
          ),
      )}
      {down.map(
        ({ degree, y }) =>
          y > 20 &&
          y < size.height - 24 &&
          isFree(clusters, 14, y - 9) && (
            <Word key={degree} x={4} y={y - 9} anchor="start">
              {degree}°
            </Word>
          ),
      )}
      {labelsOf(clusters, size).map(({ text, x, y }) => (
        <Word key={text} x={x} y={y} className="province">
          {text}
        </Word>
      ))}
    </>
  )
}
