import { EMPTY, formatMinute, lengthOf } from '../../../kit/format.ts'
import type { OrderDetail } from '../order.ts'
import { PaperTable } from '../../../kit/PaperTable.tsx'
import { PhotosOnPaper } from './PhotosOnPaper.tsx'

type Photo = OrderDetail['photoList'][number]

type StepsOnPaperProps = {
  title: string
  steps: OrderDetail['stepList']
  photos: readonly Photo[]
  films: readonly Photo[]
  onPhoto: (id: string) => void
}

/** The steps, each with its photos below it. */
export const StepsOnPaper = ({ title, steps, photos, films, onPhoto }: StepsOnPaperProps) => (
  <PaperTable
    title={title}
    fact={`完成 ${steps.filter(({ done }) => done).length} / ${steps.length}`}
    rows={steps}
    columns={[
      { title: '作业步骤', isName: true, of: ({ name }) => name },
      { title: '要求', isShort: true, of: demandsOf },
      { title: '完成', isShort: true, of: ({ done }) => (done ? '是' : EMPTY) },
      { title: '数值', of: ({ value }) => value || EMPTY },
      { title: '完成时间', isShort: true, of: ({ doneAt }) => formatMinute(doneAt) },
      { title: '备注', of: ({ note }) => note || EMPTY },
    ]}
    under={({ name }, at) => {
      const own = photos.filter(({ stepNo }) => stepNo === at + 1)
      const filmed = films.filter(({ stepNo }) => stepNo === at + 1)
      return (
        own.length + filmed.length > 0 && (
          <>
            {own.length > 0 && <PhotosOnPaper name={name} photos={own} onPhoto={onPhoto} />}
            {filmed.length > 0 && <p>视频：{filmed.map(textOfFilm).join('；')}</p>}
          </>
        )
      )
    }}
  />
)

const demandsOf = ({ required, needPhoto, needValue }: OrderDetail['stepList'][number]): string =>
  [required && '必做', needPhoto && '照片', needValue && '数值'].filter(Boolean).join(' ') || EMPTY

/** A film stays where it can be played; the paper says that there is one. */
const textOfFilm = ({ file, film, takenTime, addTime, uploaderName }: Photo): string =>
  [
    file.name,
    film?.seconds != null && lengthOf(film.seconds),
    formatMinute(takenTime ?? addTime),
    uploaderName,
  ]
    .filter(Boolean)
    .join(' ')
