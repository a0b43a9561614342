import { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { defineModule } from '../../kernel/context.ts'
import { announcePhoto } from './announce.ts'
import { forgetPhoto } from './forget.ts'
import { lastWordOn, pieceIntake, readPhoto } from './pieces.ts'
import { putPiece } from './put.ts'
import { sweepPhotos } from './sweep.ts'

export { announceReported } from './announce.ts'

/** Photos that were taken without a signal: announced first, and carried in pieces that may stop anywhere. */
export const fieldPhotos = defineModule(
  fieldPhotoCalls,
  {
    photo: announcePhoto,
    async received(ctx, { photoId }) {
      const photo = await readPhoto(ctx, photoId)
      return lastWordOn(photo) ?? { bytes: photo.received }
    },
    put: putPiece,
    forget: forgetPhoto,
  },
  [sweepPhotos],
  [],
  null,
  { put: pieceIntake },
)
