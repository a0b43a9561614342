import { rowActions } from '@heliodesk/contract/appearance-sheet.ts'
import { FilePreview, FileTile, type ShownFile } from '../../../kit/FileTiles.tsx'
import { formatTime } from '../../../kit/format.ts'
import { useState } from 'react'
import { StepPhotoTiles } from '../detail/StepPhotoTiles.tsx'
import type { OrderDetail } from '../order.ts'
import { PhotoCompare } from './PhotoCompare.tsx'
import { awaitedIn, points, type SheetRow } from './sheet.ts'
import css from './appearance.module.css'

type RowFactsProps = {
  row: SheetRow
  order: OrderDetail
  /** The form shows these photos, where more can be added. */
  without?: 'before' | 'after'
}

/** What an item asks for, how it was found, and what became of it. */
export function RowFacts({ row, order, without }: RowFactsProps) {
  const { contentList, deductRule, exampleFileList, uploadFileList, afterFileList } = row
  const [before, after] = [uploadFileList.at(-1), afterFileList.at(-1)]
  const [beforeOnPhones, afterOnPhones] = [awaitedIn(order, row, 'before'), awaitedIn(order, row, 'after')]
  const hasBefore = uploadFileList.length + beforeOnPhones.length > 0
  const hasAfter = afterFileList.length + afterOnPhones.length > 0
  return (
    <div className={`wide ${css.facts}`}>
      <div>
        <h3>标准</h3>
        <ul>
          {contentList.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {deductRule && (
          <p className="t2">
            <b>扣分</b> {deductRule}
          </p>
        )}
        {exampleFileList.length > 0 && (
          <>
            <h3>示例</h3>
            <Examples files={exampleFileList} />
          </>
        )}
      </div>
      {(hasBefore || hasAfter) && (
        <div>
          {before && after && <PhotoCompare before={before} after={after} />}
          {without !== 'before' && hasBefore && (
            <>
              <h3>现场照片</h3>
              <StepPhotoTiles photos={uploadFileList} awaited={beforeOnPhones} label="现场照片" />
            </>
          )}
          {without !== 'after' && hasAfter && (
            <>
              <h3>整改后</h3>
              <StepPhotoTiles photos={afterFileList} awaited={afterOnPhones} label="整改后照片" />
            </>
          )}
          {before && !hasAfter && (row.rework === 'open' || row.rework === 'asked') && (
            <p className={`t3 s13 ${css.awaited}`}>待复拍</p>
          )}
        </div>
      )}
    </div>
  )
}

function Examples({ files }: { files: readonly ShownFile[] }) {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <>
      <ul className={css.examples} aria-label="示例照片">
        {files.map((file) => (
          <li key={file.uid}>
            <FileTile file={file} onOpen={() => setShown(file.uid)} />
          </li>
        ))}
      </ul>
      <FilePreview files={files} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

/** Who gave the row which mark, the first at the top. */
export function RowTrail({ row }: { row: SheetRow }) {
  if (row.trail.length === 0) return null
  return (
    <section className={`wide ${css.trail}`}>
      <h3>记录</h3>
      <ol>
        {row.trail.map(({ at, actorName, action, score, note }, index) => (
          <li key={index}>
            <time className="t3">{formatTime(at)}</time>
            <span>
              {actorName} {rowActions[action]}
            </span>
            {score !== null && <b>{points(score)} 分</b>}
            {note && <span className="t2">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
