import { offerFirstData } from '../../kernel/first-data/offer.ts'

offerFirstData('inspection-plans', {
  after: ['inspection-cycles'],
})
